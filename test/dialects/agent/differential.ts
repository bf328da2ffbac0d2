import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { openTree, plantTree, type ServedDialect, serve, type TreeNode } from '@dragoman/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OfficialAnswer, startOfficial } from './official.ts';

type Args = Readonly<Record<string, unknown>>;
type Call = readonly [tool: string, args: Args];

const CALLS_EACH = 20;

const NAMES = [
  'a.txt',
  'b.ts',
  'd',
  'd/a.txt',
  'd/e',
  'd/e/.hidden',
  'd/ü 1.ts',
  'crlf.txt',
  'empty',
  'open',
  'link',
  'to-d/a.txt',
];
const file_path = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...NAMES) },
  fc.constantFrom(
    '',
    '.',
    './d/a.txt',
    'new',
    'd/new.txt',
    'x/y/z',
    'd/../a.txt',
    '../x',
    '/etc/passwd',
    'gone/x',
    '..',
  ),
);
const line = fc.constantFrom('one', 'two', '  two', '\tthree', '', '$& $1', 'ü', 'four');
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));
const pattern = fc.constantFrom(
  ...[
    '*',
    '**',
    '*.ts',
    '**/*.ts',
    '**/*.txt',
    'd/*',
    'd/**',
    '**/e/**',
    '.*',
    '**/.*',
    '{a,b}.*',
    '[ab].*',
    '?.ts',
    '+(a|b).*',
  ],
  ...[
    '',
    '/etc/*',
    '../*',
    'd/../*',
    '{..,d}/*',
    './a.txt',
    'nothing',
    'node_modules/*',
    '**/node_modules/**',
    '.git/*',
    'to-d/*',
    'link',
    'D/*',
  ],
);
const regexp = fc.constantFrom('one', '^t', 'two$', '.', '', 'ü', 'nothing at all', '(', 'o|u', '\\d');
const command = fc.constantFrom(
  ...[
    'echo out',
    'echo err >&2',
    'echo out; echo err >&2; echo more',
    'exit 3',
    'false',
    'echo out; exit 2',
    'true',
    'printf "a\\n\\n"',
  ],
  ...[
    'cd d && pwd | tail -c 3',
    'cat; echo no input',
    'nonsense-command-of-nobody 2>/dev/null',
    'printf "\\033[31mred\\033[0m"',
    '',
  ],
);

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(fc.constant('read'), fc.record({ file_path })),
  fc.tuple(
    fc.constant('read'),
    fc.record({ file_path, view_range: fc.tuple(fc.integer({ min: -2, max: 7 }), fc.integer({ min: -2, max: 7 })) }),
  ),
  fc.tuple(fc.constant('read'), fc.record({ file_path, view_range: fc.constantFrom([], [1], [1, 2, 3]) })),
  fc.tuple(fc.constant('write'), fc.record({ file_path, content: text })),
  fc.tuple(
    fc.constant('edit'),
    fc.record(
      { file_path, old_string: fc.oneof(line, text), new_string: text, replace_all: fc.boolean() },
      { requiredKeys: ['file_path', 'old_string', 'new_string'] },
    ),
  ),
  fc.tuple(
    fc.constant('glob'),
    fc.record({ pattern, path: fc.constantFrom('d', '.', 'd/e') }, { requiredKeys: ['pattern'] }),
  ),
  fc.tuple(fc.constant('grep'), fc.record({ pattern: regexp, path: file_path }, { requiredKeys: ['pattern'] })),
  fc.tuple(fc.constant('bash'), fc.record({ command, restart: fc.boolean() }, { requiredKeys: [] })),
);

const files = fc.record({ 'a.txt': text, 'b.ts': text, open: text }).map(
  (texts): Record<string, TreeNode> => ({
    ...texts,
    empty: '',
    'crlf.txt': 'one\r\ntwo\r\nthree',
    'd/a.txt': 'one\n  two\n',
    'd/ü 1.ts': 'ü\n',
    'd/e/.hidden': 'one\n',
    'node_modules/a.txt': 'one\n',
    link: { link: 'a.txt' },
    'to-d': { link: 'd' },
  }),
);

/** States that the dialect answers as the SDK does, and leaves the same tree, in `runs` sequences of calls. */
export function differentialSuite(runs: number): void {
  it(`answers as the tools of the SDK do, but for what the page names (${runs * CALLS_EACH} calls)`, {
    timeout: 900_000,
  }, async () => {
    await using tree = await openTree({ ours: null, theirs: null });
    const roots = [tree.path('ours'), tree.path('theirs')];
    await using official = await startOfficial(tree.path('theirs'));
    await using ours = await serve('agent', tree, {
      args: ['--workdir', tree.path('ours'), '--allow-dir', tree.path('ours'), '--shell', 'unrestricted'],
    });
    const calls = fc.array(call, { minLength: CALLS_EACH, maxLength: CALLS_EACH });
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(files, calls, async (nodes, sequence) => {
        for (const root of roots) {
          for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true });
          plantTree(root, nodes);
          settleTimes(root);
        }
        await Promise.all([ours.call('bash', { restart: true }), official.call('bash', { restart: true })]);
        for (const [tool, args] of sequence) {
          if (isNamedDifference(tool, args, tree.path('theirs'))) continue;
          const [own, other] = [await answerOf(ours, tool, args), await official.call(tool, args)];
          expect([tool, args, settled(tool, own, tree.path('ours'))]).toEqual([
            tool,
            args,
            settled(tool, other, tree.path('theirs')),
          ]);
          compared += 1;
        }
        expect(contentsOf(tree.path('ours'))).toEqual(contentsOf(tree.path('theirs')));
      }),
      { numRuns: runs },
    );
    console.info(`${compared} answers compared`);
    expect(compared).toBeGreaterThan((runs * CALLS_EACH) / 2);
  });
}

async function answerOf(server: ServedDialect, tool: string, args: Args) {
  const { text, isError } = await server.call(tool, args);
  return { text, isError };
}

/** Removes the accepted differences: the order in which ripgrep prints files, the CR that ends a line, and links. */
function settled(tool: string, { text, isError }: OfficialAnswer, root: string) {
  const lines = text.replaceAll(root, 'ROOT').split('\n');
  if (tool === 'grep')
    return {
      text: lines
        .map((each) => each.replace(/\r$/, ''))
        .sort()
        .join('\n'),
      isError,
    };
  if (tool !== 'glob') return { text: lines.join('\n'), isError };
  return { text: lines.filter((each) => each !== 'ROOT/link').join('\n') || 'no matches', isError };
}

/** Gives each file a time of its own, the same in both trees. */
function settleTimes(root: string): void {
  for (const [index, name] of filesIn(root).entries()) utimesSync(join(root, name), 1e9 + index, 1e9 + index);
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
}

function contentsOf(root: string): Record<string, string> {
  return Object.fromEntries(filesIn(root).map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

/** True for a call that is tested apart: see `differences.test.ts`. */
function isNamedDifference(tool: string, args: Args, root: string): boolean {
  const path = join(root, String(args.file_path ?? args.path ?? '.'));
  const isThere = existsSync(path);
  switch (tool) {
    case 'read':
      return Array.isArray(args.view_range) && args.view_range.length % 2 === 1 && !(isThere && isIn(root, path));
    case 'edit':
      return isThere && statSync(path).isFile() && readFileSync(path, 'utf8').includes('\r');
    case 'glob':
      return !isThere;
    case 'grep':
      return !isThere || args.pattern === '(' || String(args.pattern).endsWith('$');
    case 'bash':
      return /exit \d/.test(String(args.command)) || (/^cd/.test(String(args.command)) && !args.restart);
    default:
      return false;
  }
}

function isIn(root: string, path: string): boolean {
  return path.startsWith(`${root}/`);
}
