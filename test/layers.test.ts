import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectNames } from '../packages/dialects/src/lib/registry.ts';
import { importsOf } from '../tooling/imports.ts';

interface Layer {
  /** Packages it may load; of ours, the doors it may use. */
  readonly runtime: readonly string[];
  /** Packages of which it may name types and nothing else. */
  readonly types: readonly string[];
  /** Modules of Node, their sub-paths included. */
  readonly node: readonly string[];
  /** Files that may import more than the rest: doors to somebody else's package, which only their users load. */
  readonly doors?: Readonly<Record<string, Pick<Layer, 'runtime' | 'types'>>>;
  /** Packages of `runtime` without which it works, too: users install them if they like. */
  readonly optional?: readonly string[];
}

// The arrows of docs/architecture.md. Whoever changes one changes both.
const layers: Readonly<Record<string, Layer>> = {
  'packages/patterns': { runtime: [], types: [], node: [] },
  'packages/patch': { runtime: [], types: [], node: [] },
  'packages/fs-core': {
    runtime: ['@dragoman/patterns', '@dragoman/patterns/internal/glob-class'],
    types: [],
    node: ['buffer', 'crypto', 'fs', 'os', 'path', 'timers', 'util', 'worker_threads'],
  },
  'packages/outcomes': { runtime: [], types: fsCore(), node: [] },
  'packages/text': {
    runtime: [...fsCore(), 'file-type', 'iconv-lite'],
    types: outcomes(),
    node: ['buffer', 'crypto'],
  },
  'packages/object-volume': {
    runtime: ['@aws-sdk/client-s3', ...fsCore('volume-kit')],
    types: [],
    node: ['buffer', 'crypto', 'http', 'https', 'os', 'path', 'timers'],
  },
  'packages/history': {
    runtime: fsCore('own-files', 'recorder', 'volume-kit'),
    types: outcomes(),
    node: ['buffer', 'crypto', 'fs', 'path', 'util'],
  },
  'packages/overlay': {
    runtime: fsCore('own-files', 'volume-kit'),
    types: outcomes(),
    node: ['crypto', 'fs', 'path'],
  },
  'packages/search': {
    runtime: [...fsCore('host'), '@dragoman/patterns', '@dragoman/text/internal/text', '@vscode/ripgrep'],
    types: outcomes(),
    node: ['buffer', 'child_process', 'module', 'os', 'path', 'stream', 'worker_threads'],
  },
  'packages/search-index': {
    runtime: [...fsCore('host', 'index-kit'), '@dragoman/search/internal/index-kit'],
    types: [],
    node: ['buffer', 'child_process', 'path', 'worker_threads'],
  },
  'packages/shell': {
    runtime: [...fsCore('host'), '@dragoman/text/internal/text'],
    types: outcomes(),
    node: ['buffer', 'child_process', 'crypto', 'events', 'os', 'path', 'stream', 'timers'],
  },
  'packages/tools': {
    runtime: [
      ...fsCore('host'),
      '@dragoman/history/internal/history',
      '@dragoman/overlay/internal/overlay',
      '@dragoman/patch',
      '@dragoman/search/internal/search',
      '@dragoman/search-index/internal/indexes',
      '@dragoman/search-index/internal/search-index',
      '@dragoman/shell/internal/shell',
      '@dragoman/text/internal/text',
      '@cf-wasm/photon',
      'gpt-tokenizer',
      'saxes',
      'sharp',
      'unpdf',
      'yauzl',
    ],
    optional: ['sharp'],
    types: outcomes(),
    node: ['buffer', 'crypto', 'events', 'path', 'util', 'worker_threads', 'zlib'],
  },
  // Whoever turns outcomes into text installs nothing that computes them.
  'packages/formatters': {
    runtime: [],
    types: [...fsCore(), ...outcomes()],
    node: [],
  },
  'packages/dialects': {
    runtime: [
      '@dragoman/formatters/internal/pieces',
      ...dialectNames().map((name) => `@dragoman/formatters/${name}`),
      ...fsCore(),
      ...tools('overlay'),
      'zod',
    ],
    types: ['@dragoman/formatters', '@dragoman/overlay', ...outcomes()],
    node: ['path', 'util'],
    doors: {
      'src/kits/ai.ts': { runtime: [], types: ['ai'] },
      'src/kits/anthropic.ts': { runtime: ['@anthropic-ai/sdk'], types: [] },
      'src/kits/claude-agent-sdk.ts': { runtime: ['@modelcontextprotocol/sdk'], types: [] },
      'src/kits/langchain.ts': { runtime: ['@langchain/core'], types: [] },
      'src/kits/mastra.ts': { runtime: [], types: [] },
      'src/kits/openai.ts': { runtime: [], types: ['openai'] },
    },
  },
  'packages/mcp': {
    runtime: [...dialects(), '@dragoman/formatters/internal/pieces', ...fsCore(), ...tools('resources')],
    types: [],
    node: ['buffer', 'url'],
  },
  'apps/cli': {
    runtime: [
      ...dialects(),
      '@dragoman/formatters/internal/command-line',
      ...fsCore('host'),
      '@dragoman/mcp-stdio/start',
      '@dragoman/object-volume',
      ...tools('diagnosis', 'indexes', 'stdio'),
      '@vscode/ripgrep',
    ],
    types: ['@dragoman/formatters', ...outcomes()],
    node: ['path', 'process', 'tty', 'util'],
  },
  'apps/mcp-http': {
    runtime: [
      ...dialects(),
      ...fsCore('host'),
      '@dragoman/mcp/internal/server',
      '@dragoman/object-volume',
      ...tools(),
      '@opentelemetry/api',
      '@vscode/ripgrep',
      'jose',
    ],
    types: [],
    node: ['buffer', 'crypto', 'events', 'http', 'net', 'os', 'path', 'perf_hooks', 'process', 'worker_threads'],
  },
  'apps/mcp-stdio': {
    runtime: [
      ...dialects(),
      '@dragoman/mcp/internal/server',
      '@dragoman/object-volume',
      '@modelcontextprotocol/sdk',
      '@vscode/ripgrep',
    ],
    types: ['@dragoman/fs-core'],
    node: ['buffer', 'events', 'module', 'net', 'path', 'process', 'stream', 'url', 'util'],
  },
};

// The rooms of a package, lowest first: a file imports from its own room and from those before it.
const rooms: Readonly<Record<string, readonly string[]>> = {
  'packages/fs-core': ['errors', 'paths', 'volume', 'lock', 'descriptors', 'transaction', 'local', 'host'],
  'packages/text': ['encoding', 'lines', 'edit'],
  'packages/tools': ['list', 'find', 'read', 'edit', 'run'].map((room) => `operations/${room}`),
  'packages/search': ['walk', 'ripgrep', 'lines', 'confirm', 'regexp'],
};

// In formatters as in dialects, each has a folder of its own, and what two of them share lies outside of both.
const apart = dialectNames();

// What tools do, by which the files of each dialect are named, so that two dialects can be compared file by file.
const roles = ['command', 'edit', 'glob', 'grep', 'list', 'read', 'write'];

const WRITES_TO_PROCESS = /\bprocess\.(?:stdout|stderr|emitWarning)\b|\bconsole\./;

const top = join(import.meta.dirname, '..');
const present = Object.entries(layers).filter(([home]) => existsSync(join(top, home, 'src')));
const built = present.filter(([home]) => existsSync(join(top, home, 'tsconfig.build.json')));

describe('the layers', () => {
  it('cover every package that is published', () => {
    const homes = ['packages', 'apps'].flatMap((folder) => readdirSync(join(top, folder)).map((n) => `${folder}/${n}`));
    expect(homes.filter((home) => !(home in layers))).toEqual(['packages/testing']);
  });

  it.each(present)('%s imports what its row allows', (home, layer) => {
    expect(sourcesOf(home).flatMap((file) => forbidden(layer, file, read(home, file)))).toEqual([]);
  });

  it.each(present)('%s declares what its row allows', (home, layer) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(home, 'package.json'));
    const declared = Object.keys({ ...dependencies, ...devDependencies });
    const rows = [layer, ...Object.values(layer.doors ?? {})];
    const allowed = new Set(rows.flatMap(({ runtime, types }) => [...runtime, ...types]).map(packageOf));
    expect(declared.filter((name) => !allowed.has(name) && !name.startsWith('@types/') && !forTests.has(name))).toEqual(
      [],
    );
  });

  it.each(present)(
    '%s asks nobody to install what only its doors import, or what it does without',
    (home, { doors = {}, optional = [] }) => {
      const { exports = {}, peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(read(home, 'package.json'));
      const opened = Object.values(exports).map((door) =>
        (door as Record<string, string>)['@dragoman/source']?.slice(2),
      );
      expect(Object.keys(doors).filter((door) => !opened.includes(door))).toEqual([]);
      const foreign = [...Object.values(doors).flatMap(({ runtime, types }) => [...runtime, ...types]), ...optional];
      expect(Object.keys(peerDependencies).sort()).toEqual(foreign.sort());
      for (const name of foreign) expect(peerDependenciesMeta[name]).toEqual({ optional: true });
    },
  );

  it.each(present.filter(([home]) => home.startsWith('packages/')))('%s leaves logs to the apps', (home) => {
    expect(sourcesOf(home).filter((file) => WRITES_TO_PROCESS.test(read(home, file)))).toEqual([]);
  });

  it.each(built)('%s refers to the projects it depends on', (home) => {
    const { references = [] } = JSON.parse(read(home, 'tsconfig.build.json'));
    const referred = references.map(({ path }: { path: string }) => `@dragoman/${normalize(path).split(/[\\/]/)[1]}`);
    const { dependencies = {} } = JSON.parse(read(home, 'package.json'));
    expect(new Set(referred)).toEqual(
      new Set(Object.keys(dependencies).filter((name) => name.startsWith('@dragoman/'))),
    );
  });
});

describe('the rooms', () => {
  it.each(Object.keys(rooms))('of %s are all that it has', (home) => {
    const hall = dirname(`src/lib/${rooms[home]?.[0]}`);
    const outside = sourcesOf(home).filter((file) => file.startsWith(`${hall}/`) && levelOf(home, file) === -1);
    expect(outside).toEqual([]);
  });

  it.each(Object.keys(rooms))('of %s are entered from above only', (home) => {
    const upward = sourcesOf(home).flatMap((file) =>
      targetsOf(home, file)
        .filter((target) => levelOf(home, file) !== -1 && levelOf(home, target) > levelOf(home, file))
        .map((target) => `${file} imports ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it.each(present)('%s has no cycle among its files, types included', (home) => {
    const arrows = new Map(sourcesOf(home).map((file) => [file, targetsOf(home, file)]));
    expect(cyclesIn(arrows)).toEqual([]);
  });

  it('cycles are found', () => {
    const arrows = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [], e: ['a'] }));
    expect(cyclesIn(arrows)).toEqual([['b', 'c']]);
  });
});

describe('the page of the architecture', () => {
  const [, section = ''] = read('docs', 'architecture.md').split('\n## Where is …?\n');
  const rows = [...(section.split('\n## ', 1)[0]?.matchAll(/^\| (.+) \| (`.+`) \|$/gm) ?? [])];

  it.each(rows.map(([, subject, files = '']) => [subject, files]))('says where to find: %s', (_, files = '') => {
    expect(pathsIn(files).filter((path) => !existsSync(join(top, path)))).toEqual([]);
  });
});

describe('the folders of the dialects', () => {
  it.each(apart)('%s: a formatter is named as the tool that uses it', (name) => {
    const tools = rolesIn('packages/dialects', name);
    expect(tools).toEqual(expect.arrayContaining(['read', 'edit']));
    expect(tools).toEqual(expect.arrayContaining(rolesIn('packages/formatters', name)));
  });
});

describe('the check of the layers', () => {
  const { runtime, types, node } = { runtime: ['@dragoman/fs-core'], types: ['zod'], node: ['path'] };

  it.each([
    ['an import against the arrows', "import { createToolset } from '@dragoman/dialects'"],
    ['a module of Node that is another layer’s', "import { readFileSync } from 'node:fs'"],
    ['a module of Node under its bare name', "import { join } from 'path'"],
    ['a value where only types may come from', "import { string } from 'zod/mini'"],
    ['what is left of an import of types', "import { type ZodType } from 'zod'"],
    ['a re-export', "export * from '@dragoman/formatters'"],
    ['an import at run time', "await import('node:child_process')"],
    ['an import under a computed name', 'await import("node:" + name)'],
    ['a type named in place', "let volume: import('@dragoman/dialects').Toolset"],
    ['a way past a package’s door', "import { splice } from '@dragoman/fs-core/src/lib/splice.ts'"],
    ['a relative way into another package', "import { splice } from '../../../fs-core/src/index.ts'"],
  ])('finds %s', (_, source) => {
    expect(forbidden({ runtime, types, node }, 'src/lib/a.ts', source)).toHaveLength(1);
  });

  it.each([
    ['src/lib/gemini/edit.ts', "import { edit } from '../claude-code/edit.ts'"],
    ['src/lib/gemini.ts', "import type { Tool } from './editor.ts'"],
    ['src/lib/shared/command.ts', "import { explained } from '../editor/failure.ts'"],
  ])('finds one dialect in another: %s', (file, source) => {
    expect(forbidden({ runtime, types, node }, file, source)).toHaveLength(1);
  });

  it.each([
    ['src/lib/toolset.ts', "import type { ToolSet } from 'ai'"],
    ['src/kits/ai.ts', "import { tool } from 'ai'"],
    ['src/kits/ai.ts', "import type OpenAI from 'openai'"],
    ['src/lib/toolset.ts', "import { aiTools } from '../kits/ai.ts'"],
  ])('keeps kits behind their doors: %s', (file, source) => {
    const doors = { 'src/kits/ai.ts': { runtime: [], types: ['ai'] } };
    expect(forbidden({ runtime, types, node, doors }, file, source)).toHaveLength(1);
    expect(forbidden({ runtime, types, node, doors }, 'src/kits/ai.ts', "import type { ToolSet } from 'ai'")).toEqual(
      [],
    );
  });

  it('lets through what a row allows', () => {
    const source = `
      import { ToolError } from '@dragoman/fs-core';
      import type { ZodType } from 'zod/mini';
      import { join } from 'node:path';
      import { join as posix } from 'node:path/posix';
      import { numbered } from '../numbered-lines.ts';
      import { sentence } from './sentence.ts';
    `;
    expect(forbidden({ runtime, types, node }, 'src/lib/gemini/edit.ts', source)).toEqual([]);
  });
});

const forTests = new Set([
  '@dragoman/testing',
  '@modelcontextprotocol/client',
  'fast-check',
  'js-tiktoken',
  'picomatch',
  'vitest',
  'wabt',
]);

/** The imports of one file that its layer does not allow, as lines a person can act on. */
function forbidden(layer: Layer, file: string, source: string): string[] {
  const { doors = {} } = layer;
  const rows = [layer, ...(Object.hasOwn(doors, file) ? [{ node: [], types: [], runtime: [], ...doors[file] }] : [])];
  return importsOf(file, source)
    .filter(({ specifier, typeOnly }) =>
      specifier.startsWith('.')
        ? !staysHome(file, specifier) || targetOf(file, specifier) in doors
        : !rows.some((row) => allows(row, specifier, typeOnly)),
    )
    .map(({ specifier, typeOnly }) => `${file} ${typeOnly ? 'names types of' : 'imports'} ${specifier}`);
}

function allows(layer: Layer, specifier: string, typeOnly: boolean): boolean {
  if (specifier.startsWith('node:')) return layer.node.includes(specifier.slice(5).replace(/\/.*/, ''));
  const name = specifier.startsWith('@dragoman/') ? specifier : packageOf(specifier);
  return layer.runtime.includes(name) || (typeOnly && layer.types.includes(name));
}

/** The public doors of a package that most of ours use, the main one for our own packages, and further such doors. */
function fsCore(...kits: readonly string[]): string[] {
  return ['@dragoman/fs-core', ...['kernel', ...kits].map((kit) => `@dragoman/fs-core/internal/${kit}`)];
}

function tools(...kits: readonly string[]): string[] {
  return ['@dragoman/tools', ...['session', ...kits].map((kit) => `@dragoman/tools/internal/${kit}`)];
}

function outcomes(): string[] {
  return ['@dragoman/outcomes', '@dragoman/outcomes/internal/parts'];
}

function dialects(): string[] {
  return ['@dragoman/dialects', '@dragoman/dialects/internal/options'];
}

/** Index of the room in which a file lies; -1 for a file outside of all. */
function levelOf(home: string, file: string): number {
  return (rooms[home] ?? []).findIndex((room) => dirname(file) === `src/lib/${room}`);
}

/** Paths that a row of the page names; one without a folder lies beside the one before it. */
function pathsIn(files: string): string[] {
  const paths: string[] = [];
  for (const [, name = ''] of files.matchAll(/`([^`]+)`/g)) {
    const [first = '', ...rest] = name.split('/');
    const hall = ['packages', 'apps'].find((each) => existsSync(join(top, each, first))) ?? '';
    paths.push(rest.length === 0 ? join(dirname(paths.at(-1) ?? ''), first) : join(hall, first, 'src/lib', ...rest));
  }
  return paths;
}

/** The files of its own package that a file imports, types included. */
function targetsOf(home: string, file: string): string[] {
  return importsOf(file, read(home, file))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => targetOf(file, specifier));
}

/** Groups of files that import each other, directly or through others, each sorted. */
function cyclesIn(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...arrows.keys()].map((file) => [file, reachableFrom(file, arrows)]));
  const cyclic = [...arrows.keys()].filter((file) => reached.get(file)?.has(file)).sort();
  const groups = cyclic.map((file) =>
    cyclic.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)),
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

function reachableFrom(file: string, arrows: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [...(arrows.get(file) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    pending.push(...(arrows.get(next) ?? []));
  }
  return reached;
}

function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

function targetOf(file: string, specifier: string): string {
  return normalize(join(dirname(file), specifier)).replaceAll('\\', '/');
}

function staysHome(file: string, specifier: string): boolean {
  const target = targetOf(file, specifier);
  if (target === 'package.json') return true;
  if (!target.startsWith('src/')) return false;
  const [from, to] = [styleOf(file), styleOf(target)];
  return to === undefined || from === to || (from === undefined && !file.startsWith('src/lib/shared/'));
}

/** The dialect or style that a file under `src/lib` belongs to, by its name or its folder's. */
function styleOf(file: string): string | undefined {
  return apart.find((style) => file === `src/lib/${style}.ts` || file.startsWith(`src/lib/${style}/`));
}

/** The files of one dialect that are named for what a tool does. */
function rolesIn(home: string, dialect: string): string[] {
  return roles.filter((role) => existsSync(join(top, home, 'src/lib', dialect, `${role}.ts`)));
}

function sourcesOf(home: string): string[] {
  return readdirSync(join(top, home, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

function read(home: string, file: string): string {
  return readFileSync(join(top, home, file), 'utf8');
}
