const UNITS = ['KB', 'MB', 'GB'] as const;

/** A size for a reader: `512 B`, `2.4 MB`; one decimal except for plain bytes, 1 KB = 1024 bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes / 1024;
  let unit: string = UNITS[0];
  for (const next of UNITS.slice(1)) {
    if (Number(value.toFixed(1)) < 1024) break;
    value /= 1024;
    unit = next;
  }
  return `${value.toFixed(1)} ${unit}`;
}
