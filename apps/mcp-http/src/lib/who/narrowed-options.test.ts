import { homedir } from 'node:os';
import { readOptions } from '@dragoman/dialects/internal/options';
import { openTree } from '@dragoman/testing';
import { LIMITS } from '@dragoman/tools/internal/session';
import { expect, it } from 'vitest';
import { usableOptions } from '../sessions/opening.ts';
import { ALL_RIGHTS } from './make-principal.ts';
import { localTrees, narrowedOptions } from './narrowed-options.ts';
import { parsePrincipals } from './parse-principals.ts';

const host = { environment: {}, currentDirectory: () => '/' };
const DATA = { at: '/data', url: 's3://bucket/p' };
const OTHER = { at: '/other', url: 's3://another' };

const base = (allow: readonly string[] = []) => {
  const named = [DATA, OTHER].map(({ at, url }) => `${at}=${url}/`);
  return { ...readOptions(new Map([['volume', named]]), host), allow };
};

const narrowed = (
  roots: readonly string[] | null,
  { allow = [] as readonly string[], workdir = null as string | null } = {},
) => {
  const whole = base(allow);
  const options = narrowedOptions(whole, { ...ALL_RIGHTS, roots, workdir }, 'somebody');
  const found = usableOptions({ options, outer: localTrees(whole) });
  return { volumes: found.volumes, allow: found.allow, workdir: found.workdir };
};

it('rights without roots leave all volumes', () => {
  expect(narrowed(null)).toEqual({ volumes: [DATA, OTHER], allow: [], workdir: '/data' });
});

it('roots leave the volumes that they contain, and parts of others', () => {
  expect(narrowed(['/other'])).toEqual({ volumes: [OTHER], allow: [], workdir: '/other' });
  const part = { at: '/data/x/y', url: 's3://bucket/p/x/y' };
  expect(narrowed(['/data/x/y', '/data/x/y'])).toEqual({ volumes: [part], allow: [], workdir: '/data/x/y' });
  expect(narrowed(['/'])).toEqual({ volumes: [DATA, OTHER], allow: [], workdir: '/data' });
});

it('roots that name neither a volume nor a directory leave nothing', () => {
  expect(() => narrowed(['/database', '/dat'])).toThrow('The token gives no rights here');
});

it('directories beside volumes are narrowed as ever', async () => {
  await using tree = await openTree({ 'in/f': '', out: null });
  const allow = [tree.path('in')];
  expect(narrowed([tree.root], { allow })).toEqual({ volumes: [], allow, workdir: tree.path('in') });
  expect(narrowed([tree.path('out'), '/data'], { allow, workdir: '/data/d' })).toEqual({
    ...{ volumes: [DATA], allow: [], workdir: '/data/d' },
  });
});

it.each(Object.entries(LIMITS))('an entry narrows %s, and never widens it', (name, { flag }) => {
  const limited = (given: string | null, limit: number) => {
    const limits = { [name]: limit };
    const [entry] = parsePrincipals(
      JSON.stringify({ principals: [{ name: 'a', tokenSha256: '0'.repeat(64), limits }] }),
    );
    const options = readOptions(new Map(given === null ? [] : [[flag, [given]]]), host);
    return narrowedOptions(options, entry?.rights ?? ALL_RIGHTS, 'somebody');
  };
  expect(limited('70', 60)).toMatchObject({ [name]: 60 });
  expect(limited('70', 80)).toMatchObject({ [name]: 70 });
  expect(limited(null, 60)).toMatchObject({ [name]: 60 });
});

const rooted = (root: string) =>
  parsePrincipals(JSON.stringify({ principals: [{ name: 'a', match: { claims: { sub: '*' } }, roots: [root] }] }))[0]
    ?.rights.roots;

it('the root and the home directory are a root only by name', async () => {
  await using tree = await openTree({ all: { link: '/' }, home: { link: homedir() }, sub: null });
  for (const path of ['all', 'home', 'sub/../all', 'home/.'].map((name) => `${tree.root}/${name}`))
    expect(() => rooted(path)).toThrow(/principals\[0\]\.roots\[0\].* allowed only by name/);
  expect(() => rooted('/tmp/..')).toThrow('allowed only by name');
  expect([rooted('/'), rooted(homedir()), rooted(tree.path('sub'))]).toEqual([['/'], [homedir()], [tree.path('sub')]]);
  // Claims are filled in later.
  const [inAll] = rooted(tree.path('{claims.sub}')) ?? [];
  for (const claim of ['all', 'home'])
    expect(() => narrowed([inAll?.replace('{claims.sub}', claim) ?? ''], { allow: ['/'] })).toThrow('no rights here');
  expect(narrowed([tree.path('sub')], { allow: ['/'] }).allow).toEqual([tree.path('sub')]);
});
