import { type Dialect, encodeAs, openTree, type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from './languages.ts';

const UNICODE = ['utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16le with mark', 'utf-16be', 'utf-16be with mark'];

/** Texts by the names of their files, each with a word that they hold. */
const TEXTS: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly word: string }> = new Map([
  ...SAMPLES.slice(0, 7).flatMap(({ language, text, old, encodings }) =>
    [...encodings, ...UNICODE].map(
      (encoding) =>
        [
          `${language} ${encoding}.txt`,
          { bytes: encodeAs(text.replaceAll('\n', '\r\n'), encoding), word: old.split(' ').at(-1) ?? '' },
        ] as const,
    ),
  ),
  ['dos.txt', { bytes: Buffer.from('\xc9\xcd\xbb\r\n\xba Gr\x94\xe1e \xba\r\n', 'latin1'), word: 'Größe' }],
  ['mac.txt', { bytes: Buffer.from('// cr\x8ee, apr\x8fs, \x88 droite, caf\x8e\n', 'latin1'), word: 'après' }],
  ['one-word.c', { bytes: encodeAs('int a; // 系统\n', 'gb18030'), word: '系统' }],
  ['late-word.c', { bytes: encodeAs(`${'// text\n'.repeat(3_000)}int a; // 停止\n`, 'gb18030'), word: '停止' }],
  ['nul.txt', { bytes: Buffer.from(`early\n${'x\n'.repeat(3_000)}\0\nmarker\n`), word: 'marker' }],
  ['before-nul.txt', { bytes: Buffer.from(`sooner\n${'x\n'.repeat(40_000)}\0\n`), word: 'sooner' }],
  ['late.c', { bytes: encodeAs(`${'// text\n'.repeat(3_000)}// größe\n`, 'windows-1252'), word: 'größe' }],
]);

interface Grep {
  readonly dialect: Dialect;
  /** Calls that search for a pattern below a path, each of another kind of result. */
  readonly calls: (pattern: string, path: string) => readonly (readonly [string, Record<string, unknown>])[];
  /** False if it searches directories alone. */
  readonly files: boolean;
}

const modes = (tool: string, pattern: string, path: string) =>
  ['content', 'count', 'files_with_matches'].map((output_mode) => [tool, { pattern, path, output_mode }] as const);

const GREPS: readonly Grep[] = [
  { dialect: 'claude', files: true, calls: (pattern, path) => modes('Grep', pattern, path) },
  { dialect: 'claude-code', files: true, calls: (pattern, path) => modes('Grep', pattern, path) },
  { dialect: 'editor', files: true, calls: (pattern, path) => modes('grep', pattern, path).slice(0, 1) },
  {
    dialect: 'gemini',
    files: false,
    calls: (pattern, path) =>
      // ripgrep matches the one; what only JavaScript means is matched without it.
      [pattern, `(?=${pattern})${pattern}`].map((each) => ['search_file_content', { pattern: each, path }] as const),
  },
  {
    dialect: 'gemini-cli',
    files: true,
    calls: (pattern, dir_path) =>
      [{ pattern }, { pattern: `(?=${pattern})${pattern}` }, { pattern, names_only: true }].map(
        (args) => ['grep_search', { dir_path, total_max_matches: 1000, ...args }] as const,
      ),
  },
  { dialect: 'codex', files: true, calls: (pattern, path) => [['grep_files', { pattern, path }]] },
  { dialect: 'agent', files: true, calls: (pattern, path) => [['grep', { pattern, path }]] },
  { dialect: 'budgeted', files: true, calls: (pattern, path) => [['search_code', { pattern, path }]] },
];

/** Names of the files of which a search did not find a word. */
async function missedIn(server: ServedDialect, { calls, files }: Grep): Promise<string[]> {
  const missed: string[] = [];
  const miss = async (word: string, path: string, names: readonly string[]) => {
    for (const [tool, args] of calls(word, server.tree.path(path))) {
      const { text } = await server.call(tool, args);
      const isFound = (name: string) =>
        path === '.' ? text.includes(name) : !/no (?:matches|files)|"matches":\[\]/i.test(text);
      missed.push(...names.filter((name) => !isFound(name)).map((name) => `${name}: ${tool} ${Object.values(args)}`));
    }
  };
  for (const word of new Set(Array.from(TEXTS.values(), (text) => text.word))) {
    const names = [...TEXTS].flatMap(([name, text]) => (text.word === word ? [name] : []));
    await miss(word, '.', names);
    for (const name of files ? names.filter((each) => !each.includes('utf-')) : []) await miss(word, name, [name]);
  }
  return missed;
}

describe('what is shown as text', { timeout: 120_000 }, () => {
  it.each(GREPS)('is found in dialect $dialect', async (grep) => {
    await using tree = await openTree(Object.fromEntries([...TEXTS].map(([name, { bytes }]) => [name, bytes])));
    await using server = await serve(grep.dialect, tree);
    expect(await missedIn(server, grep)).toEqual([]);
  });
});
