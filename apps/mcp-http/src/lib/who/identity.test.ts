import { describe, expect, it } from 'vitest';
import type { Claims } from './claims.ts';
import { issuedIdentity, OWNER, staticIdentity } from './identity.ts';
import { parsePrincipals } from './parse-principals.ts';
import { createPrincipalTable } from './principal-table.ts';

const ISSUER = 'https://id.test';
const hash = (digit: string) => digit.repeat(64);
const parsed = (...principals: readonly object[]) => parsePrincipals(JSON.stringify({ principals }));

function issued(name: string, claims: Claims, { issuer = ISSUER, roots = ['/srv'] } = {}) {
  const [entry] = parsed({ name, match: {}, roots });
  if (entry === undefined) throw new Error('no entry');
  return issuedIdentity(entry, issuer, claims);
}

/** Compares names like a disk that folds case, normal forms and dots at the end of a name. */
const folded = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[. ]+$/, '');

describe('identities', () => {
  it('are apart for any two principals, however alike their names are', () => {
    const names = ['ci', 'CI', 'Ci', 'ci.', 'c.i', 'con', 'a-b-c', 'owner', 'x'.repeat(100)];
    const all = [
      OWNER,
      ...['ci', '..', 'a/b', 'a%2Fb', 'a\\b', 'é', 'e\u0301', '@ci', '%2E', 'x'.repeat(300), 'x'.repeat(301)].map(
        staticIdentity,
      ),
      ...names.map((sub) => issued('{claims.sub}', { sub })),
      issued('{claims.sub}', { sub: 'ci' }, { issuer: 'https://other.test' }),
      issued('ci-{claims.sub}', { sub: 'ci' }),
      issued('{claims.a}-{claims.b}', { a: 'a-b', b: 'c' }),
      issued('{claims.a}-{claims.b}', { a: 'a', b: 'b-c' }),
      issued('team', { team: 'red' }, { roots: ['/srv/{claims.team}'] }),
      issued('team', { team: 'blue' }, { roots: ['/srv/{claims.team}'] }),
    ];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ directory }) => folded(directory))).size).toBe(all.length);
  });

  it('have directories whose names are one plain name', () => {
    const names = ['..', '.', 'a/b', 'a\\b', 'C:', 'é', 'x'.repeat(1000), ' ', '\n'];
    const all = [
      ...names.map(staticIdentity),
      ...names.map((name) => issued(`${name}{claims.sub}`, { sub: 'x'.repeat(128) })),
    ];
    for (const { directory } of all) expect(directory).toMatch(/^[a-zA-Z0-9@%][\w%@.-]{0,254}$/);
  });

  it('of static tokens keep the directories that they had', () => {
    const directories = ['ann', '..', 'a/b', 'a b', 'a_b'].map((name) => staticIdentity(name).directory);
    expect(directories).toEqual(['ann', '%2E.', 'a%2Fb', 'a%20b', 'a_b']);
  });

  it('stay the same from token to token', () => {
    const one = issued('{claims.sub}', { sub: 'ann', jti: '1' });
    expect(issued('{claims.sub}', { sub: 'ann', jti: '2', exp: 7 })).toEqual(one);
    expect(one).toMatchObject({ name: 'ann', directory: expect.stringMatching(/^@ann-[\da-f]{32}$/) });
  });
});

describe('a name that another entry has', () => {
  const fixed = (name: string, claims: object) => ({ name, match: { claims } });

  it.each<[string, readonly object[]]>([
    ['ci', [{ name: 'ci', tokenSha256: hash('1') }, fixed('{claims.sub}', { sub: 'ci' })]],
    ['ci', [fixed('{claims.sub}', { sub: 'ci' }), fixed('ci', { team: '*' })]],
    ['a-b', [fixed('{claims.x}-{claims.y}', { x: 'a', y: 'b' }), { name: 'a-b', tokenSha256: hash('1') }]],
    ['a', [fixed('{claims.x}', { x: 'a' }), fixed('{claims.y}', { y: 'a' })]],
  ])('is refused at the start where claims make it up for certain: %s', (name, entries) => {
    expect(() => parsed(...entries)).toThrow(`two principals have the name "${name}"`);
  });

  it('is refused at the start where it differs only as some disks do not', () => {
    const entries = ['ann', 'Ann'].map((name, index) => ({ name, tokenSha256: hash(String(index)) }));
    expect(() => parsed(...entries)).toThrow('two principals have the name "Ann", but for letter case or final dots');
    expect(() => parsed({ name: '\ud800', tokenSha256: hash('1') })).toThrow('name must be well-formed Unicode');
  });

  it('is refused to a token whose claims make it up', () => {
    const entries = [
      { name: 'ci', tokenSha256: hash('1') },
      fixed('team-red', { admin: 'yes' }),
      fixed('team-{claims.team}', { team: '*' }),
      fixed('{claims.sub}', { sub: '*' }),
    ];
    const table = createPrincipalTable(parsed(...entries));
    const nameFor = (claims: Claims) =>
      table.entryFor({ issuer: ISSUER, claims, scopes: new Set() }, ISSUER)?.identity.name;
    expect(() => nameFor({ sub: 'ci' })).toThrow('The token gives no rights here');
    expect(() => nameFor({ team: 'red' })).toThrow('The token gives no rights here');
    expect(() => nameFor({ sub: 'team-red' })).toThrow('The token gives no rights here');
    expect(nameFor({ admin: 'yes' })).toBe('team-red');
    expect(nameFor({ team: 'blue' })).toBe('team-blue');
    expect(nameFor({ sub: 'ci2' })).toBe('ci2');
  });
});
