import { execFileSync } from 'node:child_process';
import { openLocalVolume, ToolError } from '@dragoman/fs-core';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compilePathPattern,
  confirmLines,
  type FindLinesRequest,
  type FindPathsRequest,
  findLines,
  findPaths,
  openProposed,
} from '../src/internal/search.ts';
import { buildTree, type RandomTree, randomTree } from './random-tree.ts';

const SKIP = new Set(['.git']);

/** The program's output, read as Latin-1: file names need not be UTF-8. */
function run(program: string, args: readonly string[], cwd: string): string {
  const env = { HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', PATH: process.env.PATH ?? '' };
  try {
    return execFileSync(program, args, { cwd, env, encoding: 'latin1', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    // ripgrep found nothing, or could not read some file.
    if (status === 1 || status === 2) return stdout;
    throw error;
  }
}

/** Without rules on which ripgrep differs from git: a lone "!" includes files, and `[!a]` matches a slash. */
function withoutOddities(tree: RandomTree): RandomTree {
  const isOdd = (line: string) => line === '!' || line.includes('[!');
  return { ...tree, rules: tree.rules.map((file) => ({ ...file, lines: file.lines.filter((line) => !isOdd(line)) })) };
}

function names(output: string): string[] {
  return output
    .split('\0')
    .filter(Boolean)
    .map((path) => path.replace(/^\.\//, ''))
    .sort();
}

function latin1(path: string): string {
  const bytes = path
    .split(/([\udc80-\udcff])/u)
    .map((part) =>
      /^[\udc80-\udcff]$/u.test(part)
        ? String.fromCharCode(part.charCodeAt(0) - 0xdc00)
        : Buffer.from(part).toString('latin1'),
    );
  return bytes.join('');
}

async function paths(root: string, request: Partial<FindPathsRequest>, pattern = '**'): Promise<string[]> {
  const volume = openLocalVolume({ allow: [root], builtinDeny: false });
  using directory = await volume.open(root);
  if (directory.kind !== 'directory') throw new Error('not a directory');
  const search = findPaths(volume, directory, {
    pattern: compilePathPattern(pattern, { dot: true, ignoreCase: false }),
    kinds: 'files',
    ignoreFiles: 'all',
    skip: SKIP,
    ...request,
  });
  const found: string[] = [];
  for await (const batch of search) for (const { path } of batch) found.push(latin1(path));
  return found.sort();
}

function withoutLinks(root: string, found: readonly string[]): string[] {
  const links = new Set(names(run('find', ['.', '-type', 'l', '-print0'], root)));
  return found.filter((path) => !links.has(path));
}

const query = fc.record({
  pattern: fc.constantFrom(
    'needle',
    'n.*e',
    '^hay$',
    'e\\b',
    '\\d+',
    'ü',
    'needle|hay',
    '(?i)NEEDLE',
    '[^a-z]',
    '^$',
    '\\(',
    'needle(?=,)',
    'end$',
    '$',
    'needle|$',
    '(?:)',
  ),
  ignoreCase: fc.boolean(),
  hidden: fc.boolean(),
  before: fc.nat(2),
  after: fc.nat(2),
  onlyMatching: fc.boolean(),
  globs: fc.constantFrom([], [], ['*.txt'], ['!*.log'], ['a/**']),
});

interface RgEvent {
  readonly type: string;
  readonly data: {
    readonly path: RgText;
    readonly lines: RgText;
    readonly line_number: number;
    readonly submatches: readonly { readonly match: RgText }[];
    readonly binary_offset: number | null;
  };
}
type RgText = { readonly text: string } | { readonly bytes: string };

const textOf = (text: RgText): Buffer => ('text' in text ? Buffer.from(text.text) : Buffer.from(text.bytes, 'base64'));

/** The text without its line ending. */
const shown = (text: RgText): string =>
  textOf(text)
    .toString()
    .replace(/\r?\n?$/, '');

/** States that paths and lines are found that git and ripgrep find, by random trees. */
export function differentialSuite(numRuns: number): void {
  const runs = { numRuns };

  describe('findPaths', () => {
    it('leaves out what git ignores', { timeout: 400_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(randomTree, async (tree) => {
          using built = buildTree({ ...tree, rules: tree.rules.filter(({ name }) => name !== '.ignore') });
          const expected = names(run('git', ['ls-files', '-z', '--others', '--exclude-standard'], built.root));
          expect(withoutLinks(built.root, await paths(built.root, { ignoreFiles: 'git' }))).toEqual(
            withoutLinks(built.root, expected),
          );
        }),
        runs,
      );
    });

    it('leaves out what ripgrep ignores', { timeout: 400_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(randomTree.map(withoutOddities), async (tree) => {
          using built = buildTree(tree);
          const args = ['--no-config', '--files', '--hidden', '--no-require-git', '--glob=!.git', '--null', './'];
          expect(withoutLinks(built.root, await paths(built.root, {}))).toEqual(names(run(rgPath, args, built.root)));
        }),
        runs,
      );
    });

    const pattern = fc.constantFrom(
      '*.txt',
      '**/*.log',
      'a/*',
      'a/**',
      '[ab]*',
      '{a,b}*',
      '?',
      'sub/**/a',
      '**/tmp/*',
      '*[!a]',
      '\\!bang',
      'a\\*b',
      '*ü*',
    );
    it('finds the names that ripgrep does', { timeout: 400_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(randomTree, pattern, async (tree, glob) => {
          using built = buildTree(tree);
          const args = [
            '--no-config',
            '--files',
            '--hidden',
            '--no-ignore',
            `--glob=${glob}`,
            '--glob=!.git',
            '--null',
            './',
          ];
          expect(withoutLinks(built.root, await paths(built.root, { ignoreFiles: 'none' }, glob))).toEqual(
            names(run(rgPath, args, built.root)),
          );
        }),
        runs,
      );
    });
  });

  describe('findLines', () => {
    it('searches an ignored directory that a glob asks for, as ripgrep does', async () => {
      const tree: RandomTree = {
        files: [{ path: ['a', 'a', 'a'], content: '\n' }],
        links: [],
        rules: [{ directory: [], name: '.gitignore', lines: ['a/**'] }],
      };
      using built = buildTree(tree);
      const asked = { pattern: '^$', hidden: false, globs: ['a/**'] };
      expect(run(rgPath, ['--no-config', '-n', '--no-require-git', '--glob=a/**', '^$', './'], built.root)).toBe(
        './a/a/a:1:\n',
      );
      expect(await linesIn(built.root, asked)).toEqual(['a/a/a match 1 ']);
    });

    it('finds UTF-16 without a mark, which readers show and ripgrep takes for binary', async () => {
      const files = [
        { path: ['a'], content: '\n\0' },
        { path: ['caf\xe9.txt'], content: '\n' },
        { path: ['binary'], content: '\n\0\0' },
      ];
      using built = buildTree({ files, links: [], rules: [] });
      expect(run(rgPath, ['--no-config', '-n', '(?:)', './'], built.root)).toBe('./caf\xe9.txt:1:\n');
      const found = await linesIn(built.root, { pattern: '(?:)', hidden: false });
      expect(found.sort()).toEqual(['a match 1 ', 'caf\xe9.txt match 1 ']);
    });

    it('finds the lines that ripgrep does', { timeout: 400_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(randomTree.map(withoutOddities), query, async (tree, asked) => {
          // ripgrep always searches hidden files that an ignore file includes with "!".
          fc.pre(asked.hidden || !tree.rules.some(({ lines }) => lines.some((rule) => rule.startsWith('!'))));
          using built = buildTree(tree);
          const { before, after } = asked;
          const args = [
            ...['--no-config', '--json', '--no-require-git', '--engine=auto', `-B${before}`, `-A${after}`],
            // The text that a model is shown has no CR before a newline.
            '--crlf',
            asked.ignoreCase ? '-i' : '-s',
            ...(asked.hidden ? ['--hidden'] : []),
            ...asked.globs.map((glob) => `--glob=${glob}`),
            ...['--glob=!.git', '-e', asked.pattern, './'],
          ];
          const events = run(rgPath, args, built.root)
            .split('\n')
            .filter(Boolean)
            .map((json) => JSON.parse(Buffer.from(json, 'latin1').toString()) as RgEvent);
          const binary = new Set(
            events
              .filter(({ type, data }) => type === 'end' && data.binary_offset !== null)
              .map(({ data }) => textOf(data.path).toString('latin1')),
          );
          const expected = events.flatMap(({ type, data }) => {
            if (type !== 'match' && type !== 'context') return [];
            const path = textOf(data.path).toString('latin1');
            if (binary.has(path)) return [];
            const place = `${path.slice(2)} ${type} ${data.line_number} `;
            if (type === 'match' && asked.onlyMatching) {
              // For an empty match after the last character of a file ripgrep reports no submatch.
              const parts = data.submatches.length === 0 ? [''] : data.submatches.map(({ match }) => shown(match));
              return parts.map((part) => place + part);
            }
            return [place + shown(data.lines)];
          });
          expect((await linesIn(built.root, asked)).sort()).toEqual(expected.sort());
        }),
        runs,
      );
    });
  });
}

async function linesIn(
  root: string,
  asked: Partial<FindLinesRequest> & { pattern: string; hidden: boolean },
): Promise<string[]> {
  const volume = openLocalVolume({ allow: [root], builtinDeny: false });
  using directory = await volume.open(root);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const search = findLines(volume, directory, {
    result: 'lines',
    ignoreFiles: 'all',
    skip: SKIP,
    maxLines: 1_000,
    ...asked,
  });
  const found: string[] = [];
  for await (const batch of search) {
    for (const { path, lines: proposed } of batch) {
      const opened = openProposed(directory, path);
      if (opened instanceof ToolError) continue;
      using file = opened;
      for (const { kind, number, text } of await confirmLines(file, proposed))
        found.push(`${latin1(path)} ${kind} ${number} ${text}`);
    }
  }
  return found;
}
