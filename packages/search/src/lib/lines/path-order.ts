import { encodeName } from '@dragoman/fs-core/internal/kernel';

// The code units of such a path sort as its bytes do.
const PLAIN = /^[ -~]*$/;

/** A key by which relative paths sort as ripgrep sorts them: name by name from the top, each byte by byte. */
export function pathKey(path: string): string {
  const bytes = PLAIN.test(path) ? path : encodeName(path).toString('latin1');
  return bytes.replaceAll('/', '\0');
}
