/** A table in Markdown, its first row as the heading. Cells hold whatever text, and rows may differ in length. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(1, ...rows.map(({ length }) => length));
  const [head = [], ...rest] = rows;
  return [head, Array.from({ length: width }, () => '---'), ...rest]
    .map((cells) => `| ${Array.from({ length: width }, (_, at) => cellText(cells[at] ?? '')).join(' | ')} |`)
    .join('\n');
}

function cellText(text: string): string {
  return text.trim().replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>');
}
