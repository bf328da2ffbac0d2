/**
 * A row of a table in Markdown; under the first one, what makes it the heading. Cells hold whatever text, and rows may
 * differ in length.
 */
export function markdownRow(cells: readonly string[], isFirst: boolean): string {
  const row = `| ${cells.map(cellText).join(' | ')} |`;
  return isFirst ? `${row}\n|${' --- |'.repeat(Math.max(1, cells.length))}` : row;
}

function cellText(text: string): string {
  return text.trim().replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>');
}
