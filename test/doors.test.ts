import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesOf, publicDoors } from '../tooling/doors.ts';

/** Each name is a promise that semver covers. */
const MOST_NAMES = 400;

const top = join(import.meta.dirname, '..');
const names = publicDoors().flatMap(({ specifier, file }) =>
  [...namesOf(file)].map(([name, declaration]) => ({ specifier, name, ...declaration })),
);

/** Declarations that examples take for granted. */
const GIVEN = `
import type { Volume } from '@dragoman/fs-core';
import type { Toolset } from '@dragoman/dialects';
import type { ObjectStore } from '@dragoman/object-volume';
import type { Section } from '@dragoman/patch';
import type { Session } from '@dragoman/tools';
import { setImmediate } from 'node:timers/promises';
declare const session: Session, call: { requireRead: boolean; maxResponseSize: number; signal: AbortSignal }, toolset: Toolset, outcome: never, patch: string, patchText: string;
declare const volume: Volume, notes: Volume, archive: Volume, store: ObjectStore;
declare const section: Extract<Section, { change: 'update' }>;
// Of the packages of other makers.
declare const generateText: any, createAgent: any, query: any, Agent: any, client: any;
declare const model: any, prompt: any, cause: any, request: any, agent: any;
`;

describe('the tiers', () => {
  const manifests = readdirSync(join(top, 'packages'))
    .map((folder) => JSON.parse(readFileSync(join(top, 'packages', folder, 'package.json'), 'utf8')))
    .filter((manifest) => !manifest.private);

  it.each(manifests)('of $name are marked in its description', ({ name, exports, description }) => {
    const isPublic = publicDoors().some(({ specifier }) => specifier === name);
    const isShared = Object.hasOwn(exports, './internal/*');
    const promise = isShared ? 'Public: semver holds for all but ./internal/*' : 'Public: semver holds';
    expect(description.split('. ').at(-1)).toBe(isPublic ? promise : 'For our own packages: no promise');
  });

  it('formatters bring no operations along', () => {
    const broughtBy = (name: string): string[] => {
      const { dependencies = {} } = manifests.find((manifest) => manifest.name === name) ?? {};
      return Object.keys(dependencies).flatMap((other) => [other, ...broughtBy(other)]);
    };
    const brought = new Set(broughtBy('@dragoman/formatters'));
    expect([...brought].sort()).toEqual(['@dragoman/fs-core', '@dragoman/outcomes', '@dragoman/patterns']);
  });
});

describe('the public doors', () => {
  it(`open on ${MOST_NAMES} names at most`, () => {
    expect(names.length).toBeLessThanOrEqual(MOST_NAMES);
    expect(names.length).toBeGreaterThan(MOST_NAMES / 2);
  });

  it('say of each name what it is', () => {
    expect(names.filter(({ docblock }) => docblock === '')).toEqual([]);
  });

  it('show a use of each function', () => {
    expect(names.filter(({ isFunction, docblock }) => isFunction && !docblock.includes('@example '))).toEqual([]);
  });

  it('show uses that compile', () => {
    const home = join(top, 'node_modules', '.examples');
    rmSync(home, { recursive: true, force: true });
    mkdirSync(join(home, 'node_modules'), { recursive: true });
    symlinkSync(join(top, 'packages'), join(home, 'node_modules', '@dragoman'), 'junction');
    const files = publicDoors().map(({ specifier }, index) => {
      const own = names.filter((each) => each.specifier === specifier);
      const uses = own.flatMap(({ docblock }) => /@example (.+?)\s*(?:\n|$)/.exec(docblock)?.[1] ?? []);
      const file = `${index}.ts`;
      const imports = `import { ${own.map(({ name }) => name).join(', ')} } from '${specifier}';\n`;
      const bodies = uses.map((use) => `export async function use${uses.indexOf(use)}() { ${use} }\n`);
      writeFileSync(join(home, file), imports + given(own.map(({ name }) => name)) + bodies.join(''));
      return file;
    });
    const compilerOptions = { composite: false, noEmit: true, noUnusedLocals: false, verbatimModuleSyntax: false };
    const project = { extends: join(top, 'tsconfig.base.json'), compilerOptions, files };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(project));
    const tsc = join(top, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', home], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

/** Leaves out the imports of names that a door's own program imports. */
function given(own: readonly string[]): string {
  return GIVEN.replace(/import type \{ (.+) \} from (.+);/g, (_, types: string, from: string) => {
    const others = types.split(', ').filter((type) => !own.includes(type));
    return others.length === 0 ? '' : `import type { ${others.join(', ')} } from ${from};`;
  });
}
