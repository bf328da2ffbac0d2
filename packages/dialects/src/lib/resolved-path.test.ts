import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolvedPath } from './resolved-path.ts';

const names = fc.array(fc.constantFrom('a', 'b c', '..', '.', '', 'x(1)'), { maxLength: 6 });

describe('resolvedPath', () => {
  it('resolves as POSIX does', () => {
    const paths = fc.tuple(names, fc.boolean()).map(([parts, isWhole]) => (isWhole ? '/' : '') + parts.join('/'));
    fc.assert(
      fc.property(paths, (path) => {
        expect(resolvedPath('/w/dir', path)).toBe(posix.resolve('/w/dir', path));
      }),
    );
  });

  it('resolves as Windows does where the root is one of Windows', () => {
    const separator = fc.constantFrom('/', '\\');
    const start = fc.constantFrom('', 'C:\\', 'c:/', '\\\\server\\share\\');
    const paths = fc.tuple(start, names, separator).map(([drive, parts, between]) => drive + parts.join(between));
    // A separator at the beginning would mean the current drive: that is left to the volume, which refuses it.
    const sure = paths.filter((path) => /^(?:[^\\/]|\\\\server|$)/.test(path));
    fc.assert(
      fc.property(sure, (path) => {
        expect(resolvedPath('C:\\w\\dir', path)).toBe(win32.resolve('C:\\w\\dir', path));
      }),
    );
  });
});
