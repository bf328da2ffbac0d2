import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { compilePathPattern, findPaths, readUserExcludes } from '../src/internal/search.ts';

const NAMES = [
  'keep.c',
  'a.log',
  'b.tmp',
  'c.bak',
  'dist/x.js',
  'dist/keep.c',
  'deep/er/a.log',
  'deep/er/keep.c',
  '# odd',
  'my file',
];

/** Runs git with no other configuration than the test's. */
function git(directory: string, home: string, env: Readonly<Record<string, string>>, ...args: string[]): string {
  const all = { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...env };
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...identity, ...args], {
    cwd: directory,
    env: all,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function fill(directory: string): void {
  for (const name of NAMES) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), 'needle\n');
  }
}

async function found(root: string, environment: Readonly<Record<string, string>>): Promise<string[]> {
  const volume = openLocalVolume({ allow: [root] });
  using directory = await volume.open(root);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const pattern = compilePathPattern('**', { dot: true, ignoreCase: false });
  const rules = { ignoreFiles: 'git', userExcludes: readUserExcludes(environment), skip: new Set(['.git']) } as const;
  const paths: string[] = [];
  for await (const batch of findPaths(volume, directory, { pattern, kinds: 'files', ...rules }))
    for (const { path } of batch) paths.push(path);
  return paths.sort();
}

interface World {
  readonly home: string;
  readonly root: string;
}

/** Places where git and a search look: in the repository itself, below its root, in a linked worktree, in a submodule. */
const PLACES: Readonly<Record<string, (world: World) => string>> = {
  'a repository': ({ root }) => root,
  'a directory below its root': ({ root }) => join(root, 'packages', 'one'),
  'a linked worktree': ({ home, root }) => {
    git(root, home, {}, 'commit', '--allow-empty', '-m', 'first');
    git(root, home, {}, 'worktree', 'add', '../linked');
    return join(root, '..', 'linked');
  },
  'a submodule': ({ home, root }) => {
    git(join(root, '..'), home, {}, 'init', 'other');
    git(join(root, '..', 'other'), home, {}, 'commit', '--allow-empty', '-m', 'first');
    git(root, home, {}, 'submodule', 'add', '../other', 'sub');
    writeFileSync(join(root, '.git', 'modules', 'sub', 'info', 'exclude'), '*.tmp\n');
    return join(root, 'sub');
  },
};

/** Configurations of git by file: `{home}` and `{root}` stand for paths. */
const CONFIGS: Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; readonly env?: Readonly<Record<string, string>> }>
> = {
  nothing: { files: {} },
  'the default place': { files: { 'home/.config/git/ignore': '*.bak\n' } },
  'two sections': {
    files: { 'home/.gitconfig': '[core]\n\teditor = vi\n[user]\n\tname = x\n[CORE]\n\tExcludesFile = ~/mine\n' },
  },
  'the last of two': { files: { 'home/.gitconfig': '[core]\nexcludesfile = ~/not\nexcludesfile = ~/mine\n' } },
  comments: {
    files: { 'home/.gitconfig': '; [core]\n[core] # "\n\t# excludesfile = ~/not\n excludesfile=~/mine ; here\n' },
  },
  quotes: { files: { 'home/.gitconfig': '[core]\n\texcludesfile = "~/mi"ne\n' } },
  'a quoted blank and sign': {
    files: { 'home/.gitconfig': '[core]\n\texcludesfile = "~/my #mine "\n', 'home/my #mine ': '*.bak\n' },
  },
  'a line that goes on': { files: { 'home/.gitconfig': '[core]\n\texcludesfile = ~/mi\\\nne\n' } },
  'one line': { files: { 'home/.gitconfig': '[core]excludesfile=~/mine' } },
  'an included file': {
    files: { 'home/.gitconfig': '[include]\n\tpath = more\n', 'home/more': '[core]\nexcludesfile = ~/mine\n' },
  },
  'a file included for this repository': {
    files: {
      'home/.gitconfig': '[includeIf "gitdir:{root}/"]\n\tpath = ~/more\n',
      'home/more': '[core]\nexcludesfile = ~/mine\n',
    },
  },
  'a file included for others': {
    files: {
      'home/.gitconfig': '[includeIf "gitdir:/elsewhere/"]\n\tpath = ~/more\n',
      'home/more': '[core]\nexcludesfile = ~/mine\n',
    },
  },
  'a file included by a pattern': {
    files: {
      'home/.gitconfig': '[includeIf "gitdir/i:REPO/"]\n\tpath = ~/more\n',
      'home/more': '[core]\nexcludesfile = ~/mine\n',
    },
  },
  'the repository’s': {
    files: {
      'repo/.git/config': '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\texcludesfile = {home}/mine\n',
      'home/.gitconfig': '[core]\nexcludesfile = ~/not\n',
    },
  },
  'an empty value': { files: { 'home/.gitconfig': '[core]\nexcludesfile =\n', 'home/.config/git/ignore': '*.bak\n' } },
  GIT_CONFIG_GLOBAL: {
    files: { 'home/other': '[core]\nexcludesfile = ~/mine\n', 'home/.gitconfig': '[core]\nexcludesfile = ~/not\n' },
    env: { GIT_CONFIG_GLOBAL: '{home}/other' },
  },
  'XDG and home': {
    files: {
      'home/.config/git/config': '[core]\nexcludesfile = ~/not\n',
      'home/.gitconfig': '[core]\nexcludesfile = ~/mine\n',
    },
  },
};

const CASES = [
  ...Object.keys(PLACES).map((place) => [place, 'the default place'] as const),
  ...Object.keys(CONFIGS).map((config) => ['a repository', config] as const),
  ...['a submodule', 'a linked worktree'].map((place) => [place, 'a file included for this repository'] as const),
];

describe('git’s ignore files', { timeout: 60_000 }, () => {
  it.each(CASES)('hold in %s, with %s, as for git', async (place, config) => {
    await using tree = await openTree({ 'home/mine': '*.bak\n', 'home/not': '*.c\n', 'repo/x/y': '' });
    const [home, root] = [tree.path('home'), tree.path('repo')];
    git(root, home, {}, 'init');
    const { files = {}, env = {} } = CONFIGS[config] ?? {};
    const placed = (text: string) => text.replaceAll('{home}', home).replaceAll('{root}', root);
    const environment = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, placed(value)]));
    const directory = PLACES[place]?.({ home, root }) ?? root;
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(tree.path(path)), { recursive: true });
      writeFileSync(tree.path(path), placed(text));
    }
    writeFileSync(join(root, '.gitignore'), `*.log\n!keep.c\n/packages/one/dist/\n${'# long\n'.repeat(40_000)}`);
    writeFileSync(join(root, '.git', 'info', 'exclude'), 'dist/x*\n*.tmp\n');
    fill(directory);
    writeFileSync(join(directory, 'deep', '.gitignore'), '/er/keep.c\n');
    const listed = git(directory, home, environment, 'ls-files', '-co', '-z', '--exclude-standard')
      .split('\0')
      .filter(Boolean);
    expect(await found(directory, { HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...environment })).toEqual(listed.sort());
  });
});
