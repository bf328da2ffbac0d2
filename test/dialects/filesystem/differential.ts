import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openTree, plantTree, serve, type TreeNode, textOf } from '@dragoman/testing';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Official, startOfficial } from './official.ts';

type Args = Readonly<Record<string, unknown>>;
type Call = readonly [tool: string, args: Args];

const CALLS_EACH = 20;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const NAMES = ['a.txt', 'b.ts', 'd', 'd/a.txt', 'd/e', 'd/e/.hidden', 'd/ü 1.ts', 'node_modules', 'node_modules/a.txt'];
const path = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...NAMES, 'link', 'to-d', 'crlf.txt', 'empty', 'open') },
  fc.constantFrom(
    '',
    '.',
    './d/',
    'new',
    'd/new.txt',
    'to-d/e',
    'a.txt/x',
    'gone/x',
    '..',
    '../x',
    '/etc/passwd',
    'C:\\x',
  ),
);

const line = fc.constantFrom('one', 'two', '  two', '\tthree', 'three  ', '', 'x`y', '```', 'four', '    five');
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const pattern = fc.constantFrom(
  ...['*', '**', '*.ts', '**/*.ts', '**/*.txt', 'd', 'd/*', 'd/**', '**/e/**', '.*', '**/.*', '{a,b}.*', '[ab].*'],
  ...[
    '!*.ts',
    '?.ts',
    '+(a|b).*',
    '!(a).txt',
    './a.txt',
    '/a.txt',
    '#a',
    '',
    'a.txt/',
    'node_modules',
    '**/node_modules/**',
  ],
);
const patterns = fc.array(pattern, { maxLength: 2 });
const edits = fc.array(fc.record({ oldText: text, newText: text }), { maxLength: 3 });

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(fc.constantFrom('read_file', 'read_text_file', 'list_directory', 'get_file_info'), fc.record({ path })),
  fc.tuple(fc.constant('read_text_file'), fc.record({ path, head: fc.nat(5) })),
  fc.tuple(fc.constant('read_text_file'), fc.record({ path, tail: fc.nat(5) })),
  fc.tuple(fc.constant('read_media_file'), fc.record({ path: fc.constantFrom('pixel.png', 'gone.png', 'd', '../x') })),
  fc.tuple(fc.constant('read_multiple_files'), fc.record({ paths: fc.array(path, { minLength: 1, maxLength: 3 }) })),
  fc.tuple(fc.constant('write_file'), fc.record({ path, content: text })),
  fc.tuple(fc.constant('edit_file'), fc.record({ path, edits, dryRun: fc.boolean() })),
  fc.tuple(fc.constant('create_directory'), fc.record({ path })),
  fc.tuple(
    fc.constant('list_directory_with_sizes'),
    fc.record({ path, sortBy: fc.constantFrom('name', 'size') }, { requiredKeys: ['path'] }),
  ),
  fc.tuple(fc.constant('directory_tree'), fc.record({ path, excludePatterns: patterns }, { requiredKeys: ['path'] })),
  fc.tuple(fc.constant('move_file'), fc.record({ source: path, destination: path })),
  fc.tuple(
    fc.constant('search_files'),
    fc.record({ path, pattern, excludePatterns: patterns }, { requiredKeys: ['path', 'pattern'] }),
  ),
);

const files = fc.record({ 'a.txt': text, 'b.ts': text, open: text }).map(
  (texts): Record<string, TreeNode> => ({
    ...texts,
    empty: '',
    'crlf.txt': 'one\r\ntwo\r\nthree',
    'd/a.txt': 'one\n  two\n',
    'd/ü 1.ts': 'ü\n',
    'd/e/.hidden': '',
    'node_modules/a.txt': 'x\n',
    'pixel.png': PIXEL,
    link: { link: 'a.txt' },
    'to-d': { link: 'd' },
  }),
);

/** States that the dialect answers as the official server does, and leaves the same tree, in `runs` sequences of calls. */
export function differentialSuite(runs: number): void {
  it(`answers as the official server does, but for what its page names (${runs * CALLS_EACH} calls)`, {
    timeout: 600_000,
  }, async () => {
    await using tree = await openTree({ ours: null, theirs: null });
    const roots = { ours: tree.path('ours'), theirs: tree.path('theirs') };
    await using official = await startOfficial([roots.theirs]);
    await using ours = await serve('filesystem', tree, { args: [roots.ours] });
    let [count, compared] = [0, 0];
    const calls = fc.array(call, { minLength: CALLS_EACH, maxLength: CALLS_EACH });
    await fc.assert(
      fc.asyncProperty(files, calls, async (nodes, sequence) => {
        count += 1;
        const at = `${count}`;
        for (const root of Object.values(roots)) {
          mkdirSync(join(root, at));
          plantTree(join(root, at), nodes);
        }
        for (const [tool, args] of sequence) {
          const given = placed(args, at);
          if (isNamedDifference(tool, given, roots.theirs)) continue;
          const answer = await ours.call(tool, given);
          // Two places match, of which the official server takes the first.
          if (answer.error.code === 'AMBIGUOUS_MATCH' || answer.error.code === 'INVALID_ARGUMENT') continue;
          const theirs = await theirAnswer(official, tool, given, roots.theirs);
          const shown = settled(tool, given, { ...answer, content: [...answer.content] } as CallToolResult, roots.ours);
          expect([tool, given, shown]).toEqual([tool, given, theirs]);
          compared += 1;
        }
        expect(contentsOf(join(roots.ours, at))).toEqual(contentsOf(join(roots.theirs, at)));
      }),
      { numRuns: runs },
    );
    console.info(`${compared} answers compared`);
    expect(compared).toBeGreaterThan((runs * CALLS_EACH) / 2);
  });
}

/** The arguments with their relative paths in the directory of one run. */
function placed(args: Args, at: string): Args {
  const place = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(place);
    return typeof given === 'string' && !/^(?:\/|C:|\.\.)/.test(given) ? `${at}/${given}` : given;
  };
  const names = ['path', 'paths', 'source', 'destination'];
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, names.includes(name) ? place(value) : value]),
  );
}

/** True for a call that is tested apart: see `differences.test.ts`. */
function isNamedDifference(tool: string, args: Args, root: string): boolean {
  const at = (name: string) => join(root, String(args[name] ?? ''));
  const lacksParent = (name: string) => !existsSync(dirname(at(name)));
  const paths = [args.path, args.paths, args.source, args.destination].flat().map((each) => join(root, String(each)));
  if (paths.some(leadsNowhere)) return true;
  switch (tool) {
    case 'write_file':
      return lacksParent('path');
    case 'edit_file':
      return isFile(at('path')) && readFileSync(at('path'), 'utf8').includes('\r');
    case 'move_file':
      return (
        lacksParent('destination') ||
        lacksParent('source') ||
        isBelowLink(root, args.source) ||
        isBelowLink(root, args.destination) ||
        isRoot(args.source)
      );
    default:
      return false;
  }
}

/** True if there is a link on the way that leads to nothing. */
function leadsNowhere(path: string): boolean {
  const above = dirname(path);
  return (above !== path && leadsNowhere(above)) || (isLink(path) && !existsSync(path));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // Nothing is there, or a file is on the way.
    return false;
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** True where the official server moves the target of a link. */
function isBelowLink(root: string, path: unknown): boolean {
  return /(?:^|\/)(?:link|to-d)(?:\/|$)/.test(String(path)) && existsSync(root);
}

function isRoot(path: unknown): boolean {
  return /^\d*\/?\.?$/.test(String(path));
}

async function theirAnswer(official: Official, tool: string, args: Args, root: string): Promise<unknown> {
  const tail = Number(args.tail ?? 0);
  const at = join(root, String(args.path ?? ''));
  const isClosed = tail > 0 && isFile(at) && readFileSync(at, 'utf8').endsWith('\n');
  // What follows the last newline counts as a line there.
  const result = await official.call(tool, isClosed ? { ...args, tail: tail + 1 } : args);
  return settled(tool, args, isClosed ? withoutLastNewline(result) : result, root);
}

function withoutLastNewline(result: CallToolResult): CallToolResult {
  const content = textOf(result).replace(/\n$/, '');
  return { ...result, content: [{ type: 'text', text: content }], structuredContent: { content } };
}

/** An answer without what differs in each call, and what differs on purpose. */
function settled(tool: string, args: Args, result: CallToolResult, root: string): unknown {
  const { content, structuredContent, isError = false } = result;
  const shown = JSON.stringify([content, structuredContent])
    .replaceAll(root, 'ROOT')
    .replace(/(?:created|modified|accessed): [^\\"]*/g, 'time')
    // One sentence, whatever lies outside.
    .replace(/symlink target outside/g, 'path outside')
    .replace(/EISDIR: illegal operation on a directory, (?:rename|open)[^"]*/g, 'EISDIR');
  // There a path is named as its links lead, here as it was asked for.
  const namesTargets = isError || tool === 'edit_file' || tool === 'read_multiple_files';
  if (namesTargets) return [isError, shown.replaceAll('/link', '/a.txt').replaceAll('/to-d', '/d')];
  // Of a file with CRLF, their last line keeps a CR.
  if (args.tail !== undefined || args.head !== undefined)
    return [isError, shown.replaceAll('\\r\\n', '\\n').replaceAll('\\r"', '"')];
  if (tool !== 'search_files' || isError) return [isError, shown];
  return [
    isError,
    textOf(result)
      .replaceAll(root, 'ROOT')
      .split('\n')
      .filter((path) => path !== 'No matches found'),
  ];
}

/** Every file and link of a tree, and what is in it. */
function contentsOf(root: string): unknown {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const stat = lstatSync(join(root, name));
      if (stat.isDirectory()) return name;
      if (stat.isSymbolicLink()) return [name, readlinkSync(join(root, name))];
      return [name, stat.mode & 0o777, readFileSync(join(root, name), 'latin1')];
    });
}
