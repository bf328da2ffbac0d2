import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openTree, type TemporaryTree, type TreeNode } from './temporary-tree.ts';

/** The content of files that nobody may see. */
export const SECRET = 'PLANTED-SECRET-7d1f';

const SECRET_NAME = 'PLANTED-NAME-51c3';

/** Texts that no answer may contain; the names of some secret files are secrets themselves. */
export const SECRETS: readonly string[] = [SECRET, SECRET_NAME];

/** Globs that must be denied in a hostile tree. */
export const DENY: readonly string[] = ['**/.env', '**/private', '**/*.hidden'];

/** Result of reading a path: the kind of thing that is there, or the code of the refusal. */
export type Answer = 'file' | 'directory' | 'ACCESS_DENIED' | 'NOT_FOUND' | 'NOT_DIRECTORY' | 'IO_ERROR' | Refusal;
type Refusal = 'UNSUPPORTED_FILE' | 'INVALID_ARGUMENT';

export interface HostileCase {
  /** Relative to the tree, unless it starts with a slash. */
  readonly path: string;
  readonly answer: Answer;
}

/** Its root is the directory to allow. */
export interface HostileTree extends TemporaryTree {
  resolve(path: string): string;
  /** Everything that must not change, as text that can be compared. */
  guarded(): string;
}

/** An allowed directory full of traps, with secrets beside it and below deny globs. */
export async function openHostileTree(): Promise<HostileTree> {
  const tree = await openTree(NODES);
  linkSync(tree.path('outside/linked'), tree.path('work/hard'));
  execFileSync('mkfifo', [tree.path('work/pipe')]);
  if (MAKES_DEVICES) execFileSync('mknod', [tree.path('work/device'), 'c', '1', '5']);
  const socket = createServer().listen(tree.path('work/socket'));
  await once(socket, 'listening');
  return {
    root: tree.path('work'),
    path: (...names) => tree.path('work', ...names),
    resolve: (path) => (path.startsWith('/') ? path : `${tree.path('work')}/${path}`),
    guarded: () => GUARDED.map((name) => snapshot(tree, name)).join('\n'),
    async [Symbol.asyncDispose]() {
      socket.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

const GUARDED = [
  'outside',
  'work-evil',
  'nowhere',
  'work/private',
  'work/.env',
  'work/.git',
  'work/.ssh',
  'work/.netrc',
];

const MAKES_DEVICES = process.platform === 'linux' && process.getuid?.() === 0;

function snapshot(tree: TemporaryTree, name: string): string {
  const stat = lstatSync(tree.path(name), { throwIfNoEntry: false });
  if (stat === undefined) return `${name}: nothing`;
  if (!stat.isDirectory()) return `${name}: ${readFileSync(tree.path(name), 'utf8')}`;
  const names = readdirSync(tree.path(name)).sort();
  return [`${name}/`, ...names.map((child) => snapshot(tree, join(name, child)))].join('\n');
}

const link = (target: string): TreeNode => ({ link: target });

const NODES: Readonly<Record<string, TreeNode>> = {
  'outside/secret': SECRET,
  'outside/deep/secret': SECRET,
  'outside/linked': 'linked',
  [`outside/${SECRET_NAME}`]: SECRET,
  'work-evil/secret': SECRET,
  'work/.env': SECRET,
  'work/private/key': SECRET,
  [`work/private/${SECRET_NAME}`]: SECRET,
  [`work/${SECRET_NAME}.hidden`]: SECRET,
  'work/.ssh/id_rsa': SECRET,
  'work/deploy/id_ed25519': SECRET,
  'work/deploy/Store.P12': SECRET,
  'work/.netrc': SECRET,
  'work/dir/.npmrc': SECRET,
  'work/.git/config': 'readable',
  'work/to-git': link('.git'),
  'work/plain': 'plain',
  'work/dir/deep/file': 'deep',
  'work/-rf': 'option',
  'work/a (deleted)': 'not deleted',
  'work/ space ': 'space',
  'work/~': 'tilde',
  'work/%2e%2e': 'percent',
  'work/...': 'dots',
  'work/*': 'star',
  'work/new\nline': 'newline',
  'work/ünï': 'unicode',
  'work/\u001b[2J': 'escape',
  'work/to-file': link('plain'),
  'work/to-dir': link('dir'),
  'work/to-link': link('to-file'),
  'work/around': link('dir/../dir/deep/../../plain'),
  'work/dir/up': link('..'),
  'work/out-file': link('../outside/secret'),
  'work/out-dir': link('../outside'),
  'work/out-chain': link('out-file'),
  'work/out-parent': link('..'),
  'work/out-all': link('/'),
  'work/out-prefix': link('../work-evil/secret'),
  'work/out-nothing': link('../outside/nothing'),
  'work/out-nowhere': link('../nowhere/at/all'),
  'work/nothing': link('no-such-file'),
  'work/loop': link('loop'),
  'work/tick': link('tock'),
  'work/tock': link('tick'),
  'work/innocent': link('.env'),
  'work/to-private': link('private'),
  'work/proc': link('/proc/self/root'),
  'work/fds': link('/proc/self/fd'),
  'work/environ': link('/proc/self/environ'),
  'work/zero': link('/dev/zero'),
  'work/stdin': link('/dev/stdin'),
};

const PLACES: Readonly<Record<string, Answer>> = {
  plain: 'file',
  dir: 'directory',
  'dir/deep/file': 'file',
  '-rf': 'file',
  'a (deleted)': 'file',
  ' space ': 'file',
  '~': 'file',
  '%2e%2e': 'file',
  '...': 'file',
  '*': 'file',
  'new\nline': 'file',
  ünï: 'file',
  '\u001b[2J': 'file',
  hard: 'file',
  'to-file': 'file',
  'to-dir': 'directory',
  'to-dir/deep/file': 'file',
  'to-link': 'file',
  around: 'file',
  'dir/up/plain': 'file',
  'out-file': 'ACCESS_DENIED',
  'out-dir': 'ACCESS_DENIED',
  'out-dir/secret': 'ACCESS_DENIED',
  'out-dir/nothing': 'ACCESS_DENIED',
  'out-dir/deep/secret': 'ACCESS_DENIED',
  'out-dir/secret/below': 'ACCESS_DENIED',
  'out-chain': 'ACCESS_DENIED',
  'out-parent': 'ACCESS_DENIED',
  'out-parent/outside/secret': 'ACCESS_DENIED',
  'out-all': 'ACCESS_DENIED',
  'out-all/etc/passwd': 'ACCESS_DENIED',
  'out-prefix': 'ACCESS_DENIED',
  'out-nothing': 'ACCESS_DENIED',
  'out-nowhere': 'ACCESS_DENIED',
  '../outside/secret': 'ACCESS_DENIED',
  '../outside/nothing': 'ACCESS_DENIED',
  '../work-evil/secret': 'ACCESS_DENIED',
  '..': 'ACCESS_DENIED',
  nothing: 'NOT_FOUND',
  'no-such-file': 'NOT_FOUND',
  'no/such/file': 'NOT_FOUND',
  'plain/below': 'NOT_DIRECTORY',
  loop: 'IO_ERROR',
  tick: 'IO_ERROR',
  'loop/below': 'IO_ERROR',
  '.env': 'ACCESS_DENIED',
  innocent: 'ACCESS_DENIED',
  private: 'ACCESS_DENIED',
  'private/key': 'ACCESS_DENIED',
  'private/nothing': 'ACCESS_DENIED',
  'to-private/key': 'ACCESS_DENIED',
  'to-private': 'ACCESS_DENIED',
  proc: 'ACCESS_DENIED',
  'proc/etc/passwd': 'ACCESS_DENIED',
  'fds/0': 'ACCESS_DENIED',
  environ: 'ACCESS_DENIED',
  zero: 'ACCESS_DENIED',
  stdin: 'ACCESS_DENIED',
  [`${SECRET_NAME.slice(0, -1)}.hiddn`]: 'NOT_FOUND',
  [`private/${SECRET_NAME.slice(0, -1)}`]: 'ACCESS_DENIED',
  [`../outside/${SECRET_NAME.slice(0, -1)}`]: 'ACCESS_DENIED',
  [`out-dir/${SECRET_NAME.slice(0, -1)}`]: 'ACCESS_DENIED',
  '.ssh/id_rsa': 'ACCESS_DENIED',
  'deploy/id_ed25519': 'ACCESS_DENIED',
  'deploy/Store.P12': 'ACCESS_DENIED',
  '.netrc': 'ACCESS_DENIED',
  'dir/.npmrc': 'ACCESS_DENIED',
  pipe: 'UNSUPPORTED_FILE',
  socket: 'UNSUPPORTED_FILE',
  ...(MAKES_DEVICES && { device: 'UNSUPPORTED_FILE' as const }),
  '/etc/passwd': 'ACCESS_DENIED',
  '/proc/self/environ': 'ACCESS_DENIED',
  '/proc/self/fd/0': 'ACCESS_DENIED',
  '/dev/fd/0': 'ACCESS_DENIED',
  '/dev/stdin': 'ACCESS_DENIED',
  '/': 'ACCESS_DENIED',
};

/** Ways to write the same path. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace(/[^/]*$/, './$&'),
  (path) => (path.startsWith('/') ? `/x/..${path}` : `x/y/../../${path}`),
];

const ODD: readonly HostileCase[] = [
  { path: 'plain\0', answer: 'INVALID_ARGUMENT' },
  { path: 'out-file\0.txt', answer: 'INVALID_ARGUMENT' },
  { path: '\ud800', answer: 'INVALID_ARGUMENT' },
  { path: 'n'.repeat(256), answer: 'INVALID_ARGUMENT' },
  { path: `${'d/'.repeat(200)}file`, answer: 'NOT_FOUND' },
  { path: `${'d/'.repeat(3000)}file`, answer: 'INVALID_ARGUMENT' },
  { path: `${'../'.repeat(3000)}${'d/'.repeat(200_000)}file`, answer: 'INVALID_ARGUMENT' },
  { path: `${'to-dir/../'.repeat(800)}plain`, answer: 'file' },
  { path: `../outside/${'n'.repeat(256)}`, answer: 'ACCESS_DENIED' },
  { path: 'plain/', answer: 'NOT_DIRECTORY' },
  { path: 'to-file/', answer: 'NOT_DIRECTORY' },
  { path: 'out-file/', answer: 'ACCESS_DENIED' },
  { path: 'out-dir/', answer: 'ACCESS_DENIED' },
  { path: 'dir/', answer: 'directory' },
  { path: 'to-dir//', answer: 'directory' },
];

/** Every path, and what reading it gives. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  ...Object.entries(PLACES).flatMap(([place, answer]) =>
    [...new Set(SPELLINGS.map((spell) => spell(place)))].map((path) => ({ path, answer })),
  ),
  ...ODD,
];

/** Paths that may be read and never written. */
export const UNWRITABLE_PATHS: readonly string[] = [
  '.git',
  '.git/config',
  '.git/hooks/pre-commit',
  'to-git',
  'to-git/config',
  'to-git/hooks/pre-commit',
  'dir/../.git/config',
  './/.git//hooks/new',
  'dir/new/.git/hooks/pre-commit',
  'bare.git/hooks/post-update',
  '.ssh/authorized_keys',
];

/** Pairs of paths that nobody may see: something is at the first of each pair, and nothing at the second. */
export const FAR_PAIRS: readonly (readonly [there: string, missing: string])[] = [
  ['../outside/secret', '../outside/nothing'],
  ['../outside', '../nowhere'],
  ['../outside/deep', '../outside/depp'],
  ['../outside/secret/below', '../outside/nothing/below'],
  ['../work-evil/secret', '../work-none/secret'],
  ['out-file', 'out-nothing'],
  ['out-dir/secret', 'out-dir/nothing'],
  ['out-dir/deep/secret', 'out-dir/none/secret'],
  ['out-all/etc/passwd', 'out-all/etc/nothing'],
  ['/etc/passwd', '/etc/nothing'],
  ['/proc/self/environ', '/proc/self/nothing'],
  ['private/key', 'private/nothing'],
  ['to-private/key', 'to-private/nothing'],
  ['dir/.npmrc', 'dir/deep/.npmrc'],
];
