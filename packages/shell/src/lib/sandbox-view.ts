import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import {
  decodeName,
  encodeName,
  type LayeredTree,
  type NotKept,
  type ProgramMounts,
  type ProgramView,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';

/** The arguments of bubblewrap that mount trees with their layers; what is changed in them goes to the highest. */
export function layeredArguments(trees: readonly LayeredTree[]): string[] {
  return trees.flatMap(({ root, layers, upper, work }) => [
    ...[root, ...layers].flatMap((layer) => ['--overlay-src', layer]),
    ...['--overlay', upper, work, root],
  ]);
}

/** What a view of an overlay needs of programs. @param searchPath the `PATH` by which they are found */
export function programMounts(searchPath: () => string | undefined): ProgramMounts {
  return {
    async makeWhiteout(path) {
      await run('mknod', [path, 'c', '0', '0'], { searchPath: searchPath(), input: Buffer.alloc(0) });
    },
    async list(trees, directories) {
      const mounts = trees.flatMap(({ root, layers, upper }) => [
        ...[root, ...layers, upper].flatMap((layer) => ['--overlay-src', layer]),
        ...['--ro-overlay', root],
      ]);
      const args = [
        '--unshare-user',
        '--cap-drop',
        'ALL',
        '--ro-bind',
        '/',
        '/',
        ...mounts,
        'xargs',
        '-0',
        'sh',
        '-c',
        LIST,
        'sh',
      ];
      const listed = await run('bwrap', args, { searchPath: searchPath(), input: nulTerminated(directories) });
      return listed
        .toString('latin1')
        .split('\0')
        .slice(0, -1)
        .map((name) => decodeName(Buffer.from(name, 'latin1')));
    },
  };
}

// Absolute paths, none of which find(1) takes for an option.
const LIST = 'exec find "$@" -mindepth 1 -maxdepth 1 -print0';

interface Running {
  readonly searchPath: string | undefined;
  readonly input: Uint8Array;
}

/** What a program prints. @throws ToolError `IO_ERROR` if it fails */
async function run(program: string, args: readonly string[], { searchPath, input }: Running): Promise<Buffer> {
  const child = spawn(program, args, { cwd: '/', env: { PATH: searchPath }, stdio: 'pipe' });
  child.stdin.on('error', () => {}).end(input);
  const [output, complaint, [status]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]).catch((error: Error) => [null, error.message, [null]] as const);
  if (output !== null && status === 0) return output;
  const reason = complaint.trim().split('\n')[0] || `${program} fails`;
  throw new ToolError({ code: 'IO_ERROR', problem: 'command-start', reason }, `Start command: ${reason}`);
}

/** Arguments as the bytes that the system knows names by, which need not be UTF-8; each is followed by a NUL. */
export function nulTerminated(args: readonly string[]): Buffer {
  return Buffer.concat(args.flatMap((arg) => [encodeName(arg), Buffer.of(0)]));
}

/** At most this many paths are listed: more would bury the command's own output. */
const MAX_NAMED = 20;

/** Takes a command's changes into the volume; resolves with the changes that are not kept, if there are any. */
export async function takeChanges(view: ProgramView): Promise<NotKept | undefined> {
  try {
    const notTaken = await view.take();
    const paths = notTaken.slice(0, MAX_NAMED);
    return paths.length === 0 ? undefined : { paths, more: notTaken.length - paths.length };
  } catch (error) {
    if (error instanceof ToolError) return { failure: error.failure };
    const reason = error instanceof Error ? error.message : String(error);
    return { failure: { code: 'IO_ERROR', problem: 'command-changes', reason } };
  }
}
