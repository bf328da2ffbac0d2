/** Bytes of one name at most, on most file systems. */
export const MAX_NAME_BYTES = 255;
/** Bytes of one key at most. */
export const MAX_KEY_BYTES = 1024;

// Control characters, and half of a surrogate pair in JavaScript's strings.
const NO_NAME_HAS = /\p{Cc}|\p{Surrogate}/u;

/**
 * The names of the path that a key stands for, seen from the root; null for a key that is no path. No two keys stand for
 * one path.
 * @param key without the volume's prefix, and without the slash at the end of a directory's
 */
export function namesIn(key: string): readonly string[] | null {
  if (key.length > MAX_KEY_BYTES) return null;
  const names = key.split('/');
  return names.every(isName) ? names : null;
}

/** True if a directory can have an entry of this name, here and in the private copy. */
export function isName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || NO_NAME_HAS.test(name)) return false;
  if (process.platform === 'win32' && /[\\<>:"|?*]|[. ]$/.test(name)) return false;
  return name.length * 3 <= MAX_NAME_BYTES || Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

/** Beginning of every key of a volume: empty, or a prefix with a slash at its end. */
export function keyPrefix(prefix: string): string {
  const plain = prefix.replace(/^\/+|\/+$/g, '');
  return plain === '' ? '' : `${plain}/`;
}
