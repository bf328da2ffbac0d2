// Of text alone: media are known by their content. TypeScript's `.ts` is no video.
const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['cjs', 'text/javascript'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['svg', 'image/svg+xml'],
]);

/** The media type of a text by its name; null if that says none. */
export function mimeTypeByName(name: string): string | null {
  const [, extension = ''] = /\.([^./\\]+)$/.exec(name) ?? [];
  return BY_EXTENSION.get(extension.toLowerCase()) ?? null;
}
