/** What an answer shows of a file, without the numbers and notes that a dialect adds, and without a last newline. */
export function shownText(answer: string): string {
  const text = answer.startsWith('{') ? (JSON.parse(answer) as { readonly content: string }).content : answer;
  return text
    .replace(/^\[File content truncated:.*\n/, '')
    .replaceAll(/^(?: *\d+\t|L\d+: )/gm, '')
    .replace(/\n\[Showing lines .*\]$/, '')
    .trimEnd();
}
