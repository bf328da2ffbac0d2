import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { E, table } from './table.ts';

const { succeeds, fails } = table(
  {
    'ROOT/plain/old.ts': '',
    'ROOT/plain/new.ts': '',
    'ROOT/plain/b-same.ts': '',
    'ROOT/plain/a-same.ts': '',
    'ROOT/plain/sub/.hidden.ts': '',
    'ROOT/plain/sub/Upper.TS': '',
    'ROOT/plain/node_modules/x/node_modules/y/deep.ts': '',
    'ROOT/plain/node_modules/x/.git/made.ts': '',
    'ROOT/plain/node_modules/x/index.ts': '',
    'ROOT/plain/directory.ts/x': '',
    'ROOT/plain/to-file.ts': { link: 'new.ts' },
    'ROOT/plain/to-directory': { link: 'sub' },
    'ROOT/plain/to-outside.ts': { link: '../../outside.ts' },
    'ROOT/repo/.git/HEAD': '',
    'ROOT/repo/.git/info/exclude': 'excluded.*\n',
    'ROOT/repo/.gitignore': 'dist/\n',
    'ROOT/repo/main.ts': '',
    'ROOT/repo/excluded.ts': '',
    'ROOT/repo/dist/a.ts': '',
    'ROOT/repo/dist/deep/b.ts': '',
    'outside.ts': '',
  },
  {
    prepare(root) {
      const touch = (name: string, day: number) => utimesSync(join(root, name), day * 86_400, day * 86_400);
      touch('plain/old.ts', 1);
      touch('plain/a-same.ts', 2);
      touch('plain/b-same.ts', 2);
      touch('plain/new.ts', 3);
      touch('plain/sub/.hidden.ts', 4);
      touch('plain/sub/Upper.TS', 5);
    },
  },
);

const found = (count: number, pattern: string, place: string, files: readonly string[], ignored = '') =>
  `Found ${count} file(s) matching "${pattern}" within ${place}${ignored}, sorted by modification time (newest first):\n${files.join('\n')}`;

succeeds('glob', [
  [
    'newest first, ties by path, links to files by what they lead to',
    { pattern: '**/*.ts', path: 'ROOT/plain' },
    found(7, '**/*.ts', 'ROOT/plain', [
      'ROOT/plain/sub/Upper.TS',
      'ROOT/plain/sub/.hidden.ts',
      'ROOT/plain/new.ts',
      'ROOT/plain/to-file.ts',
      'ROOT/plain/a-same.ts',
      'ROOT/plain/b-same.ts',
      'ROOT/plain/old.ts',
    ]),
  ],
  [
    'case, where it counts',
    { pattern: '**/*.TS', path: 'ROOT/plain', case_sensitive: true },
    found(1, '**/*.TS', 'ROOT/plain', ['ROOT/plain/sub/Upper.TS']),
  ],
  [
    'a pattern without a slash, at the top only',
    { pattern: 'old.*' },
    'No files found matching pattern "old.*" within ROOT.',
  ],
  ['a pattern that names a file', { pattern: 'plain/old.ts' }, found(1, 'plain/old.ts', 'ROOT', ['ROOT/plain/old.ts'])],
  ['an absolute pattern', { pattern: 'ROOT/plain/old.*' }, found(1, 'ROOT/plain/old.*', 'ROOT', ['ROOT/plain/old.ts'])],
  [
    'braces',
    { pattern: '{plain,repo}/{main,old}.ts' },
    found(2, '{plain,repo}/{main,old}.ts', 'ROOT', ['ROOT/repo/main.ts', 'ROOT/plain/old.ts']),
  ],
  [
    'a path to resolve',
    { pattern: 'old.ts', path: './repo/../plain/' },
    found(1, 'old.ts', 'ROOT/plain', ['ROOT/plain/old.ts']),
  ],
  [
    'directories, never',
    { pattern: '*', path: 'ROOT/plain/directory.ts/..', respect_git_ignore: false },
    found(5, '*', 'ROOT/plain', [
      'ROOT/plain/new.ts',
      'ROOT/plain/to-file.ts',
      'ROOT/plain/a-same.ts',
      'ROOT/plain/b-same.ts',
      'ROOT/plain/old.ts',
    ]),
  ],
  [
    'node_modules, never',
    { pattern: 'node_modules/**', path: 'ROOT/plain' },
    'No files found matching pattern "node_modules/**" within ROOT/plain.',
  ],
  [
    'node_modules, where the path lies in it',
    { pattern: '**/*.ts', path: 'ROOT/plain/node_modules/x/node_modules/y' },
    found(1, '**/*.ts', 'ROOT/plain/node_modules/x/node_modules/y', [
      'ROOT/plain/node_modules/x/node_modules/y/deep.ts',
    ]),
  ],
  ['.git, never', { pattern: '**/HEAD' }, 'No files found matching pattern "**/HEAD" within ROOT.'],
  [
    '.git, where the path lies in it',
    { pattern: '**/HEAD', path: 'ROOT/repo/.git' },
    found(1, '**/HEAD', 'ROOT/repo/.git', ['ROOT/repo/.git/HEAD']),
  ],
  [
    'what git ignores, counted',
    { pattern: '**/*.ts', path: 'ROOT/repo' },
    found(1, '**/*.ts', 'ROOT/repo', ['ROOT/repo/main.ts'], ' (3 additional files were git-ignored)'),
  ],
  [
    'nothing but what git ignores',
    { pattern: '**/b.ts', path: 'ROOT/repo' },
    'No files found matching pattern "**/b.ts" within ROOT/repo. (1 files were git-ignored)',
  ],
  [
    'an ignored directory',
    { pattern: '*.ts', dir_path: 'ROOT/repo/dist' },
    'No files found matching pattern "*.ts" within ROOT/repo/dist. (1 files were git-ignored)',
  ],
  [
    'what git ignores, on demand',
    { pattern: '**/b.ts', path: 'ROOT/repo', respect_git_ignore: false },
    found(1, '**/b.ts', 'ROOT/repo', ['ROOT/repo/dist/deep/b.ts']),
  ],
]);

fails('glob', [
  ['a missing directory', { pattern: '*', path: 'ROOT/missing' }, `${E}Search path does not exist ROOT/missing`],
  ['a missing relative directory', { pattern: '*', path: 'missing' }, `${E}Search path does not exist ROOT/missing`],
  [
    'a path through a file',
    { pattern: '*', path: 'plain/old.ts/x' },
    `${E}Search path does not exist ROOT/plain/old.ts/x`,
  ],
  ['a file', { pattern: '*', path: 'ROOT/plain/old.ts' }, `${E}Search path is not a directory: ROOT/plain/old.ts`],
  [
    'a path outside',
    { pattern: '*', path: '/etc' },
    `${E}Search path ("/etc") resolves outside the tool's root directory ("ROOT").`,
  ],
  [
    'a path outside where nothing is',
    { pattern: '*', path: '/missing/../gone' },
    `${E}Search path ("/gone") resolves outside the tool's root directory ("ROOT").`,
  ],
  [
    'a pattern that leads out',
    { pattern: '/etc/*' },
    `${E}Search path ("/etc") resolves outside the tool's root directory ("ROOT").`,
  ],
  ['an empty pattern', { pattern: ' ' }, `${E}The 'pattern' parameter cannot be empty.`],
  ['no pattern', { path: 'ROOT' }, `${E}params must have required property 'pattern'`],
  ['a switch that is none', { pattern: '*', case_sensitive: 'x' }, `${E}params/case_sensitive must be boolean`],
]);
