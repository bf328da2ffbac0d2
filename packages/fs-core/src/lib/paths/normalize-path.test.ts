import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadsDown, normalizePath } from './normalize-path.ts';

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
    ['a', 'relative'],
    ['/a\0b', 'nul'],
    ['/\ud800', 'ill-formed'],
    [`/${'a/'.repeat(500_000)}`, 'too-long'],
    [`${'/.'.repeat(40_000)}`, 'too-long'],
    [`/${'é'.repeat(2048)}`, 'too-long'],
  ])('refuses a path that no system can have (%#)', (path, objection) => {
    const details = expect.objectContaining({ problem: 'path', objection });
    expect(() => normalizePath(path)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', details }));
  });
});

it.each([
  ['a', true],
  ['a/..b/...', true],
  ['', false],
  ['..', false],
  ['a/../b', false],
  ['a//b', false],
  ['/a', false],
  ['a/.', false],
])('"%s" leads down: %s', (path, answer) => {
  expect(leadsDown(path)).toBe(answer);
});
