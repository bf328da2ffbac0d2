import { encodeName } from '@dragoman/fs-core';

// Names that come first by their bytes come first by their code units.
const PLAIN = /^[ -~]*$/;

/** A text that compares as ripgrep sorts the relative path: name by name from the top, each byte by byte. */
export function pathKey(path: string): string {
  const bytes = PLAIN.test(path) ? path : encodeName(path).toString('latin1');
  return bytes.replaceAll('/', '\0');
}
