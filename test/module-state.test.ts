import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleStateIn } from '../tooling/module-state.ts';

const top = join(import.meta.dirname, '..');

describe('the state that modules keep', () => {
  it('is in the list of docs/module-state.md, with a reason', () => {
    const found = sources().flatMap((file) =>
      moduleStateIn(file, readFileSync(join(top, file), 'utf8')).map((name) => `${file} ${name}`),
    );
    expect(listed()).toEqual(found.sort());
  });

  it.each([
    ['what is assigned again', 'let known; export function a() { known ??= 1; }'],
    ['what is exported', 'export let known = 1;'],
    ['a set that is added to', 'const known = new Set<string>(); function a() { known.add("a"); }'],
    ['a list', 'const known: string[] = []; function a() { known.push("a"); }'],
    ['an object', 'const known = { a: 1 }; function a() { known.a = 2; }'],
    ['a member that goes', 'const known = { a: 1 }; function a() { delete known.a; }'],
    ['what a maker hides', 'const known = createBoundedMap<string, string>(8);'],
  ])('is found: %s', (_, source) => {
    expect(moduleStateIn('a.ts', source)).toEqual(['known']);
  });

  it.each([
    ['a table', 'const TABLE = new Map([["a", 1]]); function a() { return TABLE.get("a"); }'],
    ['what a function keeps', 'function a() { const known = new Set(); known.add(1); let b = 1; b = 2; }'],
    ['what the bundler defines', 'declare let BUILD: string;'],
  ])('is not taken for: %s', (_, source) => {
    expect(moduleStateIn('a.ts', source)).toEqual([]);
  });
});

/** `file name` for each name in the rows of the page, sorted. */
function listed(): string[] {
  const page = readFileSync(join(top, 'docs/module-state.md'), 'utf8');
  const rows = page.matchAll(/^\| `([^`]+)` \| (.+?) \| \S.* \|$/gm);
  return [...rows]
    .flatMap(([, file, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${file} ${name}`))
    .sort();
}

function sources(): string[] {
  return ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(top, folder))
      .filter((home) => home !== 'testing')
      .flatMap((home) => sourcesIn(`${folder}/${home}/src`)),
  );
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}
