const UNITS = ['B', 'KB', 'MB', 'GB'];

/** A size in a few characters: bytes in units of 1,024, files in thousands. */
export function sizeText(size: number, of: 'bytes' | 'files'): string {
  if (of === 'files') return `${size.toLocaleString('en')} files`;
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(size) / 10));
  return `${Math.round(size / 1024 ** power)} ${UNITS[power]}`;
}
