import { serve } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { E, table } from './table.ts';

const files = table({
  'ROOT/src/a.ts': 'const one = 1;\r\n\tconst Two = 2; \n  one();',
  'ROOT/src/b.js': 'ONE\n',
  'ROOT/src/.hidden.ts': 'one\n',
  'ROOT/src/deep/c.ts': `one${'x'.repeat(5000)}\n`,
  'ROOT/src/link.ts': { link: 'a.ts' },
  'ROOT/src/to-outside.ts': { link: '../../outside.ts' },
  'ROOT/src/binary.ts': Uint8Array.from(Buffer.from('one\0one\n')),
  'ROOT/src/utf16.txt': Uint8Array.from(Buffer.from('\ufeffUTF one 16\n', 'utf16le')),
  'ROOT/src/node_modules/x/index.ts': 'one\n',
  'ROOT/repo/.git/HEAD': 'word\n',
  'ROOT/repo/.git/info/exclude': 'excluded.*\n',
  'ROOT/repo/.gitignore': 'dist/\n*.log\n',
  'ROOT/repo/main.ts': 'word\n',
  'ROOT/repo/excluded.ts': 'word\n',
  'ROOT/repo/a.log': 'word\n',
  'ROOT/repo/dist/a.ts': 'word\n',
  'ROOT/repo/sub/.gitignore': '!b.log\n',
  'ROOT/repo/sub/b.log': 'word\n',
  'ROOT/not-a-repo/.gitignore': '*\n',
  'ROOT/not-a-repo/x': 'word\n',
  'ROOT/slow/a.txt': `${'a'.repeat(60)}!\n`,
  'ROOT/slow/b.txt': 'aaab\n',
  'outside.ts': 'one\n',
});

const found = (count: number, what: string, blocks: Readonly<Record<string, readonly string[]>>) =>
  `Found ${count} matches for ${what}:\n---\n${Object.entries(blocks)
    .map(([file, lines]) => `File: ${file}\n${lines.join('\n')}\n---`)
    .join('\n')}`;

files.succeeds('search_file_content', [
  [
    'lines, trimmed, in the order of paths; dotfiles and UTF-16 too, links and binary files not',
    { pattern: 'one', path: 'ROOT/src' },
    found(6, 'pattern "one" in path "ROOT/src"', {
      '.hidden.ts': ['L1: one'],
      'a.ts': ['L1: const one = 1;', 'L3: one();'],
      'b.js': ['L1: ONE'],
      'deep/c.ts': [`L1: one${'x'.repeat(1_997)} ... [3003 bytes]`],
      'utf16.txt': ['L1: UTF one 16'],
    }),
  ],
  [
    'one match, which is "matches" too',
    { pattern: 'two', path: 'src' },
    found(1, 'pattern "two" in path "src"', { 'a.ts': ['L2: const Two = 2;'] }),
  ],
  [
    'without a path, with a filter at any depth',
    { pattern: '\\bone\\b', include: '*.{ts,js}' },
    found(4, 'pattern "\\bone\\b" in path "." (filter: "*.{ts,js}")', {
      'src/.hidden.ts': ['L1: one'],
      'src/a.ts': ['L1: const one = 1;', 'L3: one();'],
      'src/b.js': ['L1: ONE'],
    }),
  ],
  [
    'a filter with a slash',
    { pattern: 'one', include: './src/deep/**' },
    found(1, 'pattern "one" in path "." (filter: "./src/deep/**")', {
      'src/deep/c.ts': [`L1: one${'x'.repeat(1_997)} ... [3003 bytes]`],
    }),
  ],
  [
    'a pattern that only JavaScript matches',
    { pattern: '(?<=const )one(?! two)|(o)n\\1', path: 'ROOT/src' },
    found(1, 'pattern "(?<=const )one(?! two)|(o)n\\1" in path "ROOT/src"', { 'a.ts': ['L1: const one = 1;'] }),
  ],
  [
    'the same files with either engine',
    { pattern: '(?=o)one', path: 'ROOT/src', include: '*.{ts,txt}' },
    found(5, 'pattern "(?=o)one" in path "ROOT/src" (filter: "*.{ts,txt}")', {
      '.hidden.ts': ['L1: one'],
      'a.ts': ['L1: const one = 1;', 'L3: one();'],
      'deep/c.ts': [`L1: one${'x'.repeat(1_997)} ... [3003 bytes]`],
      'utf16.txt': ['L1: UTF one 16'],
    }),
  ],
  [
    'a brace that quantifies nothing',
    { pattern: 'one() {', path: 'ROOT/src' },
    'No matches found for pattern "one() {" in path "ROOT/src".',
  ],
  [
    'nothing, with a filter',
    { pattern: 'one', path: 'ROOT/src', include: '*.py' },
    'No matches found for pattern "one" in path "ROOT/src" (filter: "*.py").',
  ],
  [
    'not what git ignores',
    { pattern: 'word', path: 'ROOT/repo' },
    found(2, 'pattern "word" in path "ROOT/repo"', { 'main.ts': ['L1: word'], 'sub/b.log': ['L1: word'] }),
  ],
  [
    'not what git ignores, though a filter names it',
    { pattern: 'word', path: 'ROOT/repo', include: '*.log' },
    found(1, 'pattern "word" in path "ROOT/repo" (filter: "*.log")', { 'sub/b.log': ['L1: word'] }),
  ],
  [
    'not what git ignores, with either engine',
    { pattern: 'w(?=o)ord', path: 'ROOT/repo' },
    found(2, 'pattern "w(?=o)ord" in path "ROOT/repo"', { 'main.ts': ['L1: word'], 'sub/b.log': ['L1: word'] }),
  ],
  [
    'not in an ignored directory',
    { pattern: 'word', path: 'ROOT/repo/dist' },
    'No matches found for pattern "word" in path "ROOT/repo/dist".\n1 are left out by ignore rules. What is ignored can be read by name.',
  ],
  [
    'what an ignore file excludes outside a repository',
    { pattern: 'word', path: 'ROOT/not-a-repo' },
    found(1, 'pattern "word" in path "ROOT/not-a-repo"', { x: ['L1: word'] }),
  ],
  [
    'never in node_modules',
    { pattern: 'one', path: 'ROOT/src/node_modules/x' },
    'No matches found for pattern "one" in path "ROOT/src/node_modules/x".',
  ],
  [
    'never in .git',
    { pattern: 'word', path: 'ROOT/repo', include: '.git/**' },
    'No matches found for pattern "word" in path "ROOT/repo" (filter: ".git/**").',
  ],
  [
    'parameters of newer models',
    { pattern: 'two', dir_path: 'ROOT/src', include_pattern: '*.ts' },
    found(1, 'pattern "two" in path "ROOT/src" (filter: "*.ts")', { 'a.ts': ['L2: const Two = 2;'] }),
  ],
]);

files.fails('search_file_content', [
  [
    'a missing directory',
    { pattern: 'x', path: 'ROOT/missing' },
    `${E}Failed to access path stats for ROOT/missing: Error: ENOENT: no such file or directory, stat 'ROOT/missing'`,
  ],
  [
    'a file',
    { pattern: 'x', path: 'ROOT/src/a.ts' },
    `${E}Failed to access path stats for ROOT/src/a.ts: Error: Path is not a directory: ROOT/src/a.ts`,
  ],
  [
    'a missing relative directory',
    { pattern: 'x', path: './missing' },
    `${E}Failed to access path stats for ROOT/missing: Error: ENOENT: no such file or directory, stat 'ROOT/missing'`,
  ],
  [
    'a file by a relative path',
    { pattern: 'x', path: 'src/a.ts' },
    `${E}Failed to access path stats for ROOT/src/a.ts: Error: Path is not a directory: ROOT/src/a.ts`,
  ],
  ['a path below a file', { pattern: 'x', path: 'src/a.ts/sub' }, `${E}Path does not exist: ROOT/src/a.ts/sub`],
  [
    'a path outside',
    { pattern: 'x', path: '..' },
    `${E}Path validation failed: Attempted path ".." resolves outside the allowed root directory "ROOT".`,
  ],
  [
    'a path outside where nothing is',
    { pattern: 'x', path: '/missing' },
    `${E}Path validation failed: Attempted path "/missing" resolves outside the allowed root directory "ROOT".`,
  ],
  [
    'what is no regular expression',
    { pattern: 'foo(' },
    `${E}Invalid regular expression pattern provided: foo(. Error: Invalid regular expression: /foo(/: Unterminated group`,
  ],
  ['no pattern', {}, `${E}params must have required property 'pattern'`],
  ['a pattern that is no text', { pattern: [] }, `${E}params/pattern must be string`],
]);

it('calls the root "." where it may not be searched', async () => {
  const root = files.tree.path('ROOT');
  await using server = await serve('gemini', files.tree, {
    args: ['--workdir', root, '--allow-dir', files.tree.path('ROOT/src')],
  });
  expect((await server.call('search_file_content', { pattern: 'x' })).text).toBe(
    `${E}Path validation failed: Attempted path "." resolves outside the allowed root directory "${root}".`,
  );
});

it('answers under the name that newer models use', async () => {
  expect(await files.answer('grep_search', { pattern: 'two', dir_path: 'ROOT/src' })).toEqual({
    text: found(1, 'pattern "two" in path "ROOT/src"', { 'a.ts': ['L2: const Two = 2;'] }),
    isError: false,
  });
  const tools = await files.server.tools();
  expect(tools.map(({ name }) => name)).not.toContain('grep_search');
});

it('stops a pattern that backtracks without end, and says so', async () => {
  const { text, isError } = await files.answer('search_file_content', { pattern: '^(a+)+(?=b)', path: 'ROOT/slow' });
  expect({ text, isError }).toEqual({
    text: `${found(1, 'pattern "^(a+)+(?=b)" in path "ROOT/slow"', { 'b.txt': ['L1: aaab'] })}\nIncomplete: the search ran into its time limit. Search a smaller directory.`,
    isError: false,
  });
});
