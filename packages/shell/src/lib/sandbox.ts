import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import type { OpenedGitDirectory } from '@dragoman/fs-core/internal/host';
import { contains, encodeName, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { CommandEnd } from './start-command.ts';

/** Paths that a sandboxed command may touch, absolute and without links. All other paths are readable only. */
export interface SandboxPolicy {
  /** Trees in which it may write. */
  readonly writable: readonly string[];
  /** Paths in those trees that it may not change. */
  readonly readOnly: readonly string[];
  /** Directories in those trees that it may not rename, each before those below it. */
  readonly fixed: readonly string[];
  /** Files that it may neither read nor change. */
  readonly hiddenFiles: readonly string[];
  readonly hiddenDirectories: readonly string[];
  readonly git?: GitPolicy;
}

/** Git directories that a sandboxed command may use. */
export interface GitPolicy {
  readonly access: 'read' | 'write';
  /** Directories outside the trees that it may read wherever they lie. */
  readonly readable: readonly string[];
  /** Directories that it may write to but for some of their parts, each before those below it. */
  readonly opened: readonly OpenedGitDirectory[];
}

// Replaced by empty ones, so that other programs' files and sockets (containers, agents, buses) are out of reach.
const OWN_DIRECTORIES = ['/tmp', '/run'];
const SYSTEM_DIRECTORIES = ['/dev', '/proc'];
const COVERED = [...OWN_DIRECTORIES, ...SYSTEM_DIRECTORIES];

/** True for a path that sandboxed commands see only if it lies in their trees. */
export function isCovered(path: string): boolean {
  return COVERED.some((covered) => contains(covered, path));
}

// Where NixOS keeps its programs.
export const KEPT_OF_RUN = ['/run/current-system', '/run/booted-system', '/run/wrappers'];

/** The arguments after `bwrap`, without the program to run. */
export function sandboxArguments(policy: SandboxPolicy, directory: string): string[] {
  const { writable, readOnly, fixed, hiddenFiles, hiddenDirectories } = policy;
  const { readable = [], opened = [] } = policy.git ?? {};
  const isIn = (path: string, trees: readonly string[]) => trees.some((tree) => contains(tree, path));
  const shown = [...writable, ...readable, ...opened.map(({ directory }) => directory)];
  const visible = (path: string) => isIn(path, shown) || !isCovered(path);
  return [
    // A user namespace of its own, and no capabilities: a command gets none even if the server runs as root.
    ...['--unshare-user', '--cap-drop', 'ALL'],
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(writable.includes('/') ? ['--bind', '/', '/'] : ['--ro-bind', '/', '/']),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...OWN_DIRECTORIES.flatMap((path) => ['--tmpfs', path]),
    ...KEPT_OF_RUN.flatMap((path) => ['--ro-bind-try', path, path]),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...boundArguments(writable),
    // What is mounted cannot be renamed.
    ...boundArguments(fixed.filter(visible)),
    ...opened.flatMap(({ directory, sealed }) => [
      ...['--bind', directory, directory],
      ...sealed.flatMap((path) => ['--ro-bind', path, path]),
    ]),
    ...readOnly.filter(visible).flatMap((path) => ['--ro-bind-try', path, path]),
    ...hiddenFiles
      .filter((path) => visible(path) && !isIn(path, hiddenDirectories))
      .flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...hiddenDirectories.filter(visible).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    // The files of kernel settings belong to root, who could write them even without any capability. This comes last: it
    // tells that the sandbox is set up.
    ...['--remount-ro', '/proc'],
    ...['--setenv', 'TMPDIR', '/tmp', '--chdir', directory],
  ];
}

function boundArguments(trees: readonly string[]): string[] {
  const mounted = trees.filter((path) => path !== '/').sort();
  return mounted.flatMap((path) => ['--bind', path, path]);
}

/** Arguments for `--args`, as the bytes that the system knows names by, which need not be UTF-8. */
export function encodeArguments(args: readonly string[]): Buffer {
  return Buffer.concat(args.flatMap((arg) => [encodeName(arg), Buffer.of(0)])).subarray(0, -1);
}

/** Returns the end of the command inside: bubblewrap reports a signal as shells do, by an exit code over 128. */
export function sandboxedEnd(end: CommandEnd): CommandEnd {
  // A shell that still reported its directory has ended by itself.
  if (end.exitCode === null || end.exitCode <= 128 || end.directory !== null) return end;
  const number = end.exitCode - 128;
  const signal = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return signal === undefined ? end : { ...end, exitCode: null, signal };
}

/**
 * Starts a sandbox and checks from inside that it confines.
 * @throws ToolError `COMMAND_REJECTED` (details: `reason`) if commands cannot be confined
 */
export async function checkSandbox(policy: SandboxPolicy, searchPath: string | undefined): Promise<void> {
  if (process.platform !== 'linux') throw refusal(`not on ${process.platform}`);
  const child = spawn('bwrap', ['--args', '3', '--', 'sh', '-c', PROBE], {
    cwd: '/',
    env: { PATH: searchPath },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const input = child.stdio[3] as Writable;
  input.on('error', () => {}).end(encodeArguments(sandboxArguments(policy, '/')));
  let output = '';
  const take = (chunk: Uint8Array) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  await once(child, 'close').catch(() => {
    throw refusal('bubblewrap (bwrap) is not installed');
  });
  if (output !== PROBED) throw refusal(output.trim().split('\n')[0] || 'bubblewrap (bwrap) does not start');
}

function refusal(reason: string): ToolError {
  return new ToolError(
    { code: 'COMMAND_REJECTED', problem: 'sandbox', reason },
    `Sandboxed commands cannot be confined here: ${reason}`,
  );
}

// What the probe prints if all of its tests hold.
const PROBED = 'confined\n';

// Each of these tests holds only inside a sandbox, for any user.
const PROBE = `
grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status || { echo 'capabilities are left'; exit 1; }
[ "$(grep -c : /proc/net/dev)" = 1 ] || { echo 'the network is there'; exit 1; }
[ "$$" -lt 10 ] || { echo 'other processes are there'; exit 1; }
[ ! -w /proc/sys/kernel/hostname ] || { echo 'the kernel can be changed'; exit 1; }
[ -w /tmp ] || { echo 'there is no /tmp'; exit 1; }
echo confined`;
