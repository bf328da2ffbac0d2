/** Revisions of the protocol without a handshake: each request says in its `_meta` which one it follows. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];

/** Revisions of which a client chooses one as it begins, by `initialize`; the newest first. */
export const LEGACY_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** The revision that the two sides speak: the one that a client asks for, or else the newest. */
export function negotiated(asked: string): string {
  const [newest = asked] = LEGACY_VERSIONS;
  return LEGACY_VERSIONS.includes(asked) ? asked : newest;
}

/** True for the one revision that has batches: they came with it and went with the next. */
export function hasBatches(version: string): boolean {
  return version === '2025-03-26';
}
