import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizePath } from './normalize-path.ts';

const part = fc.constantFrom('', '.', '..', '...', '.a', 'a.', '..a', 'b');

describe.skipIf(process.platform === 'win32')('normalizePath', () => {
  it('spells every path as the system resolves it without links', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = `/${parts.join('/')}`;
        expect(normalizePath(path)).toBe(resolve(path));
      }),
    );
  });

  it.each([
    ['a', 'is not absolute'],
    ['/a\0b', 'contains a NUL byte'],
    ['/\ud800', 'is not well-formed text'],
    [`/${'a/'.repeat(500_000)}`, 'is longer than the system allows'],
  ])('refuses a path that no system can have (%#)', (path, reason) => {
    expect(() => normalizePath(path)).toThrow(reason);
  });
});
