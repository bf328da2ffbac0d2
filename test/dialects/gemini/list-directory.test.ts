import { E, table } from './table.ts';

const { succeeds, fails } = table({
  'ROOT/plain/b.txt': '',
  'ROOT/plain/A.txt': '',
  'ROOT/plain/c.log': '',
  'ROOT/plain/sub/x': '',
  'ROOT/plain/.hidden': '',
  'ROOT/plain/Zoo/x': '',
  'ROOT/plain/to-sub': { link: 'sub' },
  'ROOT/plain/to-file': { link: 'b.txt' },
  'ROOT/plain/to-outside': { link: '../../outside.txt' },
  'ROOT/plain/to-nowhere': { link: 'gone' },
  'ROOT/plain/to-nowhere-outside': { link: '../../gone' },
  'ROOT/none': null,
  'ROOT/repo/.git/info/exclude': 'excluded\n',
  'ROOT/repo/.gitignore': '*.log\n/dist/\n!keep.log\n',
  'ROOT/repo/a.log': '',
  'ROOT/repo/keep.log': '',
  'ROOT/repo/excluded': '',
  'ROOT/repo/dist/x': '',
  'ROOT/repo/dist/y': '',
  'ROOT/repo/src/.gitignore': 'made.*\n',
  'ROOT/repo/src/made.js': '',
  'ROOT/repo/src/main.js': '',
  'ROOT/repo/src/dist/x': '',
  'ROOT/outside-a-repository/.gitignore': '*\n',
  'ROOT/outside-a-repository/x': '',
  'outside.txt': 'secret',
});

succeeds('list_directory', [
  [
    'directories first, links as what they lead to, names as people sort them',
    { path: 'ROOT/plain' },
    'Directory listing for ROOT/plain:\n[DIR] sub\n[DIR] to-sub\n[DIR] Zoo\n.hidden\nA.txt\nb.txt\nc.log\nto-file\nto-nowhere-outside\nto-outside',
  ],
  ['the path as it was given', { path: 'ROOT/./repo/../none/' }, 'Directory ROOT/./repo/../none/ is empty.'],
  ['an empty directory', { path: 'ROOT/none' }, 'Directory ROOT/none is empty.'],
  [
    'globs on names',
    { path: 'ROOT/plain', ignore: ['*.{txt,log}', 'to-*', '.*', 'sub/inner'] },
    'Directory listing for ROOT/plain:\n[DIR] sub\n[DIR] Zoo',
  ],
  ['everything hidden', { path: 'ROOT/plain', ignore: ['*'] }, 'Directory listing for ROOT/plain:\n'],
  [
    'what git ignores, counted',
    { path: 'ROOT/repo' },
    'Directory listing for ROOT/repo:\n[DIR] src\n.gitignore\nkeep.log\n\n(4 items were git-ignored)',
  ],
  [
    'what git ignores and a glob hides, not counted',
    { path: 'ROOT/repo', ignore: ['*.log', '.git'] },
    'Directory listing for ROOT/repo:\n[DIR] src\n.gitignore\n\n(2 items were git-ignored)',
  ],
  [
    'what git ignores, on demand',
    { path: 'ROOT/repo', respect_git_ignore: false },
    'Directory listing for ROOT/repo:\n[DIR] .git\n[DIR] dist\n[DIR] src\n.gitignore\na.log\nexcluded\nkeep.log',
  ],
  [
    'ignore files above and within',
    { path: 'ROOT/repo/src' },
    'Directory listing for ROOT/repo/src:\n[DIR] dist\n.gitignore\nmain.js\n\n(1 items were git-ignored)',
  ],
  [
    'an ignored directory',
    { path: 'ROOT/repo/dist' },
    'Directory listing for ROOT/repo/dist:\n\n\n(2 items were git-ignored)',
  ],
  [
    'an ignore file outside a repository',
    { path: 'ROOT/outside-a-repository' },
    'Directory listing for ROOT/outside-a-repository:\n.gitignore\nx',
  ],
  [
    'parameters of newer models',
    { dir_path: 'ROOT/repo/src', file_filtering_options: { respect_git_ignore: false } },
    'Directory listing for ROOT/repo/src:\n[DIR] dist\n.gitignore\nmade.js\nmain.js',
  ],
  ['parameters as JSON in strings', { path: 'ROOT/plain', ignore: '["*"]' }, 'Directory listing for ROOT/plain:\n'],
]);

fails('list_directory', [
  [
    'a missing directory',
    { path: 'ROOT/missing' },
    "Error listing directory: ENOENT: no such file or directory, stat 'ROOT/missing'",
  ],
  ['a file', { path: 'ROOT/plain/b.txt' }, 'Error: Path is not a directory: ROOT/plain/b.txt'],
  [
    'a path through a file',
    { path: 'ROOT/plain/b.txt/x' },
    "Error listing directory: ENOTDIR: not a directory, stat 'ROOT/plain/b.txt/x'",
  ],
  ['a relative path', { path: 'plain' }, `${E}Path must be absolute: plain`],
  ['a path outside', { path: '/etc' }, `${E}Path must be within the root directory (ROOT): /etc`],
  ['a path that leads out', { path: 'ROOT/..' }, `${E}Path must be within the root directory (ROOT): ROOT/..`],
  [
    'a path outside where nothing is',
    { path: '/etc/missing' },
    `${E}Path must be within the root directory (ROOT): /etc/missing`,
  ],
  [
    'a link to the outside',
    { path: 'ROOT/plain/to-outside' },
    `${E}Path must be within the root directory (ROOT): ROOT/plain/to-outside`,
  ],
  ['no path', {}, `${E}params must have required property 'path'`],
  ['a path that is no text', { path: 1 }, `${E}params/path must be string`],
  ['globs that are no list', { path: 'ROOT', ignore: 5 }, `${E}params/ignore must be array`],
  ['a glob that is no text', { path: 'ROOT', ignore: ['a', 5] }, `${E}params/ignore/1 must be string`],
  [
    'a switch that is none',
    { path: 'ROOT', respect_git_ignore: 'maybe' },
    `${E}params/respect_git_ignore must be boolean`,
  ],
]);
