import { symlinkSync } from 'node:fs';
import { describe } from 'vitest';
import { ages, play, type Scenario } from './scenario.ts';

const CWD = 'Note: your current working directory is ROOT.';
const REJECTED = '! Search failed — ripgrep rejected the pattern, glob, or file type without searching:\n';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `x${index + 1}\n`).join('');
const some = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${String(at).padStart(3, '0')}`, 'x\n']));
const x = { pattern: 'x' };
const content = { pattern: 'x', output_mode: 'content' };
const counts = { pattern: 'x', output_mode: 'count' };
const page = (how: string) => `\n\n[Showing results with pagination = ${how}]`;

const FILES: readonly Scenario[] = [
  ['one file', { 'd/a': 'x\n', b: 'y\n' }, ['Grep', x, 'Found 1 file\nd/a']],
  ['the newest first', { a: 'x\n', b: 'x\n', c: 'x\n' }, ages('b', 'a', 'c'), ['Grep', x, 'Found 3 files\nc\na\nb']],
  ['none', { a: '' }, ['Grep', x, 'No files found']],
  [
    'a limit',
    { a: 'x', b: 'x', c: 'x' },
    ages('c', 'b', 'a'),
    ['Grep', { ...x, head_limit: 2 }, 'Found 2 files limit: 2\na\nb'],
  ],
  [
    'a limit and an offset',
    { a: 'x', b: 'x', c: 'x', d: 'x' },
    ages('d', 'c', 'b', 'a'),
    ['Grep', { ...x, head_limit: 2, offset: 1 }, 'Found 2 files limit: 2, offset: 1\nb\nc'],
  ],
  [
    'an offset to the end',
    { a: 'x', b: 'x' },
    ages('b', 'a'),
    ['Grep', { ...x, head_limit: 2, offset: 1 }, 'Found 1 file offset: 1\nb'],
  ],
  [
    'an offset past the end',
    { a: 'x' },
    ['Grep', { ...x, offset: 50 }, 'No entries at this offset. [Showing results with pagination = offset: 50]'],
  ],
  [
    'more than 250',
    some(251),
    ['Grep', x, /^Found 250 files limit: 250\n/],
    ['Grep', { ...x, head_limit: 0 }, /^Found 251 files\n/],
  ],
  ['a negative limit', some(2), ['Grep', { ...x, head_limit: -1, offset: -2 }, /^Found 2 files\n/]],
];

const CONTENT: readonly Scenario[] = [
  ['lines of files by path', { b: 'x\n', 'a/c': 'y\nx z\n' }, ['Grep', content, 'a/c:2:x z\nb:1:x']],
  ['without numbers', { a: 'x\n' }, ['Grep', { ...content, '-n': false }, 'a:x']],
  ['one file, without its name', { a: 'y\nx\n' }, ['Grep', { ...content, path: 'a' }, '2:x']],
  ['one file, without name and number', { a: 'x\n' }, ['Grep', { ...content, path: 'a', '-n': false }, 'x']],
  ['a path of a directory', { 'd/a': 'x\n', b: 'x\n' }, ['Grep', { ...content, path: 'd' }, 'd/a:1:x']],
  ['an absolute path', { 'd/a': 'x\n' }, ['Grep', { ...content, path: 'ROOT/d' }, 'd/a:1:x']],
  ['lines around', { a: 'a\nb\nx\nc\nd\n' }, ['Grep', { ...content, '-C': 1 }, 'a-2-b\na:3:x\na-4-c']],
  ['lines after', { a: 'b\nx\nc\n' }, ['Grep', { ...content, '-A': 1 }, 'a:2:x\na-3-c']],
  ['lines before', { a: 'b\nx\nc\n' }, ['Grep', { ...content, '-B': '1' }, 'a-1-b\na:2:x']],
  [
    '-C before -A and -B',
    { a: 'a\nb\nx\nc\nd\n' },
    ['Grep', { ...content, '-C': 1, '-A': 2, '-B': 2 }, 'a-2-b\na:3:x\na-4-c'],
  ],
  ['context before -A', { a: 'a\nb\nx\nc\nd\n' }, ['Grep', { ...content, context: 1, '-A': 2 }, 'a-2-b\na:3:x\na-4-c']],
  ['less context than none', { a: 'a\nx\n' }, ['Grep', { ...content, '-A': -1 }, 'a:2:x']],
  ['gaps', { a: 'x\n1\n2\n3\nx\n' }, ['Grep', { ...content, '-A': 1 }, 'a:1:x\na-2-1\n--\na:5:x']],
  ['a long line', { a: `${'y'.repeat(600)}x\nx\n` }, ['Grep', content, 'a:1:[Omitted long matching line]\na:2:x']],
  ['a line of 500', { a: `${'y'.repeat(499)}x\n` }, ['Grep', content, `a:1:${'y'.repeat(499)}x`]],
  ['ignoring case', { a: 'X\n' }, ['Grep', { ...content, '-i': true }, 'a:1:X']],
  ['case_insensitive', { a: 'X\n' }, ['Grep', { ...content, case_insensitive: 'true' }, 'a:1:X']],
  ['matching parts', { a: 'ax1 ax2\n' }, ['Grep', { ...content, pattern: 'x\\d', '-o': true }, 'a:1:x1\na:1:x2']],
  ['several lines', { a: 'x\ny\nz\n' }, ['Grep', { ...content, pattern: 'x\\ny', multiline: true }, 'a:1:x\na:2:y']],
  ['none', { a: '' }, ['Grep', content, 'No matches found']],
  ['a limit', { a: lines(5) }, ['Grep', { ...content, head_limit: 2 }, `a:1:x1\na:2:x2${page('limit: 2')}`]],
  ['a limit that cuts nothing', { a: lines(2) }, ['Grep', { ...content, head_limit: 2 }, 'a:1:x1\na:2:x2']],
  [
    'a limit and an offset',
    { a: lines(9) },
    ['Grep', { ...content, head_limit: 2, offset: 5 }, `a:6:x6\na:7:x7${page('limit: 2, offset: 5')}`],
  ],
  ['an offset to the end', { a: lines(6) }, ['Grep', { ...content, offset: 5 }, `a:6:x6${page('offset: 5')}`]],
  [
    'an offset past the end',
    { a: lines(3) },
    ['Grep', { ...content, offset: 50 }, `No entries at this offset${page('offset: 50')}`],
  ],
  [
    'gaps that count',
    { a: 'x\n1\n2\nx\n' },
    ['Grep', { ...content, '-A': 1, head_limit: 3 }, `a:1:x\na-2-1\n--${page('limit: 3')}`],
  ],
  ['look-around', { a: 'xy\nxz\n' }, ['Grep', { ...content, pattern: 'x(?=z)' }, 'a:2:xz']],
  ['a literal brace', { a: 'f{\n' }, ['Grep', { ...content, pattern: 'f{' }, 'a:1:f{']],
];

const COUNTS: readonly Scenario[] = [
  [
    'files by path',
    { b: 'x\nx\n', a: 'x\n' },
    ['Grep', counts, 'a:1\nb:2\n\nFound 3 total occurrences across 2 files.'],
  ],
  ['one', { a: 'x\n' }, ['Grep', counts, 'a:1\n\nFound 1 total occurrence across 1 file.']],
  ['none', { a: '' }, ['Grep', counts, 'No matches found\n\nFound 0 total occurrences across 0 files.']],
  [
    'a limit',
    { a: 'x\n', b: 'x\nx\n' },
    [
      'Grep',
      { ...counts, head_limit: 1 },
      'a:1\n\nFound 3 total occurrences across 2 files. with pagination = limit: 1',
    ],
  ],
  [
    'an offset',
    { a: 'x\n', b: 'x\n' },
    ['Grep', { ...counts, offset: 1 }, 'b:1\n\nFound 2 total occurrences across 2 files. with pagination = offset: 1'],
  ],
  [
    'an offset past the end',
    { a: 'x\n' },
    [
      'Grep',
      { ...counts, offset: 5 },
      'No entries at this offset\n\nFound 1 total occurrence across 1 file. with pagination = offset: 5',
    ],
  ],
];

const IGNORED = {
  '.git/HEAD': '',
  '.gitignore': '*.log\nbuild/\n',
  'a.log': 'x',
  'build/b': 'x',
  '.hidden': 'x',
  'node_modules/m': 'x',
  c: 'x',
};

const WHERE: readonly Scenario[] = [
  ['hidden files, not ignored ones', IGNORED, ages('c', '.hidden'), ['Grep', x, 'Found 2 files\n.hidden\nc']],
  ['an ignored file by a glob', IGNORED, ['Grep', { ...x, glob: '*.log' }, 'Found 1 file\na.log']],
  ['an ignored directory by its path', IGNORED, ['Grep', { ...x, path: 'build' }, 'Found 1 file\nbuild/b']],
  ['node_modules by its path', IGNORED, ['Grep', { ...x, path: 'node_modules' }, 'Found 1 file\nnode_modules/m']],
  [
    'a glob',
    { 'a.ts': 'x', 'd/b.ts': 'x', 'c.js': 'x' },
    ages('a.ts', 'd/b.ts'),
    ['Grep', { ...x, glob: '*.ts' }, 'Found 2 files\nd/b.ts\na.ts'],
  ],
  [
    'globs by comma',
    { 'a.ts': 'x', 'b.js': 'x', 'c.md': 'x' },
    ages('a.ts', 'b.js'),
    ['Grep', { ...x, glob: '*.ts,*.js' }, 'Found 2 files\nb.js\na.ts'],
  ],
  [
    'globs by blank',
    { 'a.ts': 'x', 'b.js': 'x', 'c.md': 'x' },
    ages('a.ts', 'b.js'),
    ['Grep', { ...x, glob: '*.ts *.js' }, 'Found 2 files\nb.js\na.ts'],
  ],
  [
    'commas in braces',
    { 'a.ts': 'x', 'b.js': 'x', 'c.md': 'x' },
    ages('a.ts', 'b.js'),
    ['Grep', { ...x, glob: '*.{ts,js}' }, 'Found 2 files\nb.js\na.ts'],
  ],
  ['a name with a blank', { 'a b': 'x', c: 'x' }, ['Grep', { ...x, glob: 'a b' }, 'Found 1 file\na b']],
  ['include', { 'a.ts': 'x', b: 'x' }, ['Grep', { ...x, include: '*.ts' }, 'Found 1 file\na.ts']],
  ['query', { a: 'x' }, ['Grep', { query: 'x' }, 'Found 1 file\na']],
  ['a type', { 'a.py': 'x', b: 'x' }, ['Grep', { ...x, type: 'py' }, 'Found 1 file\na.py']],
  ['a missing path', {}, ['Grep', { ...x, path: 'none' }, `! Path does not exist: none. ${CWD}`]],
  ['a path outside', {}, ['Grep', { ...x, path: '/etc' }, /^! Access denied: \/etc is outside/]],
  ['a pattern that is none', { a: '' }, ['Grep', { pattern: 'x(' }, new RegExp(`^${REJECTED}.`)]],
  ['a type that is none', { a: '' }, ['Grep', { ...x, type: 'nonsense' }, new RegExp(`^${REJECTED}.*nonsense`)]],
  [
    'a newline without multiline',
    { a: 'x\ny' },
    ['Grep', { pattern: 'x\\ny' }, new RegExp(`^${REJECTED}.*(?:\\\\n|newline|multiline)`)],
  ],
  ['a wrong mode', {}, ['Grep', { ...x, output_mode: 'all' }, /^! InputValidationError: Grep failed.*\n.*output_mode/]],
];

const GLOBS: readonly Scenario[] = [
  [
    'any depth without a slash',
    { 'a.ts': '', 'd/e/b.ts': '', 'c.js': '' },
    ages('d/e/b.ts', 'a.ts'),
    ['Glob', { pattern: '*.ts' }, 'a.ts\nd/e/b.ts'],
  ],
  ['a pattern with a slash', { 'a.ts': '', 'd/b.ts': '', 'd/e/c.ts': '' }, ['Glob', { pattern: 'd/*.ts' }, 'd/b.ts']],
  [
    'all below',
    { 'd/b.ts': '', 'd/e/c.ts': '' },
    ages('d/b.ts', 'd/e/c.ts'),
    ['Glob', { pattern: 'd/**/*.ts' }, 'd/e/c.ts\nd/b.ts'],
  ],
  [
    'the newest first, ties by path',
    { a: '', b: '', c: '' },
    ages('c'),
    ages('a'),
    ages('b'),
    ['Glob', { pattern: '*' }, 'a\nb\nc'],
  ],
  ['a dot and a slash', { 'a.ts': '' }, ['Glob', { pattern: './*.ts' }, 'a.ts']],
  ['a path', { 'd/a.ts': '', 'b.ts': '' }, ['Glob', { pattern: '*.ts', path: 'd' }, 'd/a.ts']],
  ['an absolute path', { 'd/a.ts': '' }, ['Glob', { pattern: '*.ts', path: 'ROOT/d' }, 'd/a.ts']],
  ['an absolute pattern', { 'd/a.ts': '' }, ['Glob', { pattern: 'ROOT/d/*.ts' }, 'd/a.ts']],
  [
    'hidden and ignored files, no noise',
    IGNORED,
    ages('.gitignore', '.hidden', 'a.log', 'build/b', 'c'),
    ['Glob', { pattern: '*' }, 'c\nbuild/b\na.log\n.hidden\n.gitignore'],
  ],
  ['node_modules by the pattern', IGNORED, ['Glob', { pattern: 'node_modules/**' }, 'node_modules/m']],
  ['no links', { a: '' }, (tree) => symlinkSync('a', tree.path('link')), ['Glob', { pattern: '*' }, 'a']],
  ['none', {}, ['Glob', { pattern: '*.ts' }, 'No files found']],
  [
    'more than 100',
    some(103),
    [
      'Glob',
      { pattern: '*' },
      /\n\(Showing 100 of 103 matching files; 3 more are not listed\. Narrow the pattern or path to see the rest\.\)$/,
    ],
  ],
  ['a missing directory', {}, ['Glob', { pattern: '*', path: 'none' }, `! Directory does not exist: none. ${CWD}`]],
  ['a file', { f: '' }, ['Glob', { pattern: '*', path: 'f' }, '! Path is not a directory: f']],
  ['a directory outside', {}, ['Glob', { pattern: '*', path: '/etc' }, /^! Access denied: \/etc is outside/]],
];

describe('Grep for files', () => play(FILES));
describe('Grep for content', () => play(CONTENT));
describe('Grep for counts', () => play(COUNTS));
describe('Grep in places', () => play(WHERE));
describe('Glob', () => play(GLOBS));
