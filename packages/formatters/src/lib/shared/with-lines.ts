/** Text that may lack its last newline, and lines below it. */
export function withLines(text: string, lines: string): string {
  return lines === '' || text === '' || text.endsWith('\n') ? text + lines : `${text}\n${lines}`;
}
