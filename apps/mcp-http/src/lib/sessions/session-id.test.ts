import { randomBytes } from 'node:crypto';
import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionIds } from './session-id.ts';

const ids = createSessionIds(randomBytes(32));
const others = createSessionIds(randomBytes(32));
const name = fc.string({ unit: 'binary' });

describe('createSessionIds', () => {
  it('reads what it has issued, with names that stay short, and nobody else does', () => {
    fc.assert(
      fc.property(name, name, name, (principal, client, version) => {
        const { id, claims } = ids.issue(
          { principal: principal.slice(0, 100), client, version, revision: '2025-06-18' },
          7,
        );
        expect(id).toMatch(/^[!-~]+$/);
        expect(ids.read(id)).toMatchObject({
          random: claims.random,
          client: client.slice(0, 64),
          version: version.slice(0, 64),
          revision: '2025-06-18',
          issued: 7,
        });
        expect(others.read(id)).toBeNull();
      }),
    );
  });

  it('takes no id of which a letter was changed, left out or added', () => {
    const { id } = ids.issue({ principal: 'ann', client: 'c', version: '1', revision: '2025-06-18' }, 0);
    const place = fc.nat(id.length - 1);
    const letter = fc.constantFrom(...'AZaz09-_.=+/ é');
    fc.assert(
      fc.property(place, letter, fc.nat(2), (at, put, cut) => {
        const forged = id.slice(0, at) + put + id.slice(at + cut);
        fc.pre(forged !== id);
        expect(ids.read(forged)).toBeNull();
      }),
      { numRuns: 4 * testRounds(100) },
    );
    for (let end = 0; end < id.length; end += 1) expect(ids.read(id.slice(0, end))).toBeNull();
  });

  it('takes no text that is longer than any id', () => {
    expect(ids.read(`v1.${'A'.repeat(100_000)}.A`)).toBeNull();
  });
});
