/** The text with a newline at its end; an empty one stays empty. */
export function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
