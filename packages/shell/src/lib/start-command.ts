import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { openReportFile } from '@dragoman/fs-core/internal/host';
import { type CommandTraces, type Failure, type StreamText, ToolError } from '@dragoman/fs-core/internal/kernel';
import { REPORT_DESCRIPTOR, REPORT_VARIABLE, reportedDirectory } from './command-script.ts';
import { createOutputCapture } from './output-capture.ts';
import { groupExists } from './process-table.ts';
import { ON_WINDOWS } from './windows.ts';

/** A program and where it runs. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Bytes that it can read on descriptor 4; null for no such descriptor. */
  readonly input: Uint8Array | null;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Called when the program has started, before anything waits for it. If it fails, the program is ended. */
  readonly admit?: (child: ChildProcess) => Promise<void>;
  /** Called with what comes on either stream. */
  readonly onOutput?: (chunk: Uint8Array) => void;
}

/** The output of a command, so far or in the end, by stream. */
export interface CommandOutput {
  readonly stdout: StreamText;
  readonly stderr: StreamText;
}

/** End of a command's own process. */
export interface CommandEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The directory it ended in; null if it did not report any. */
  readonly directory: string | null;
  /** Traces that a sandboxed command left; absent if it left nothing of note. */
  readonly traces?: CommandTraces;
}

/** A command that runs as the leader of a process group of its own. */
export interface StartedCommand {
  /** Id of the group and of its leader. */
  readonly group: number;
  /** The output so far. */
  output(): CommandOutput;
  /** Settles when the leader has ended and its output is read, however long other processes hold its streams. */
  readonly exited: Promise<CommandEnd>;
  /** Settles when, after that, what it left is dealt with, too. */
  readonly ended: Promise<CommandEnd>;
}

/** Characters kept of each stream. */
export const MAX_SHOWN_CHARACTERS = 30_000;

// No directory's path is longer: anything more was not written by our script.
const MAX_REPORT_BYTES = 16_384;

// More than the kernel buffers between two processes: a stream with more after the end is still being written to.
const MAX_DRAIN_BYTES = 4 * 1024 * 1024;

/** @throws ToolError `NOT_FOUND` if the directory is gone, `PERMISSION_DENIED`, `IO_ERROR` */
export async function startCommand(launch: Launch): Promise<StartedCommand> {
  const reportFile = ON_WINDOWS ? openReportFile() : null;
  // Node throws some errors of the system, and emits others.
  const { child, streams } = await spawned(launch, reportFile?.path ?? '/dev/null').catch((error) => {
    reportFile?.[Symbol.dispose]();
    throw startError(error, launch.directory);
  });

  async function end(): Promise<CommandEnd> {
    const [exitCode, signal] = await once(child, 'exit');
    await streams.drain();
    using file = reportFile;
    return { exitCode, signal, directory: reportedDirectory(file?.read(MAX_REPORT_BYTES) ?? streams.report()) };
  }

  const { pid: group = 0 } = child;
  const ended = end();
  await launch.admit?.(child).catch(async (error: unknown) => {
    if (groupExists(group)) process.kill(-group, 'SIGKILL');
    await ended;
    throw error;
  });
  return { group, output: streams.output, exited: ended, ended };
}

async function spawned(launch: Launch, reportPath: string) {
  const child = spawnLeader(launch, reportPath);
  const streams = followStreams(child, launch.onOutput);
  if (launch.input !== null) (child.stdio[4] as Writable).on('error', () => {}).end(launch.input);
  await once(child, 'spawn');
  return { child, streams };
}

const PIPES = ['pipe', 'pipe', 'pipe'] as const;

/** @param reportPath of the file in which a command on Windows reports the directory that it ends in */
function spawnLeader(
  { program, args, input, directory, environment, admit }: Launch,
  reportPath: string,
): ChildProcess {
  return spawn(program, [...args], {
    cwd: directory,
    env: ON_WINDOWS ? { ...environment, [REPORT_VARIABLE]: reportPath } : environment,
    // On Windows that would open a console, and there are no groups.
    detached: !ON_WINDOWS,
    windowsHide: true,
    stdio: ON_WINDOWS
      ? ['ignore', 'pipe', 'pipe']
      : ['ignore', 'pipe', 'pipe', 'pipe', input === null ? 'ignore' : 'pipe', ...(admit ? PIPES : [])],
  });
}

/** Collects what a command writes, and what it reports. */
function followStreams(child: ChildProcess, onOutput?: (chunk: Uint8Array) => void) {
  const stdout = createOutputCapture(MAX_SHOWN_CHARACTERS);
  const stderr = createOutputCapture(MAX_SHOWN_CHARACTERS);
  const report = createReport();
  let bytesRead = 0;
  let isOver = false;
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
  });

  // What others write after the end is read and ignored: a full pipe would stall them, a closed one would kill them.
  const follow = (stream: unknown, take: (chunk: Uint8Array) => void): void => {
    (stream as Readable)
      .on('error', () => {})
      .on('data', (chunk: Uint8Array) => {
        bytesRead += chunk.length;
        if (!isOver) take(chunk);
      });
  };
  for (const [stream, { add }] of [[child.stdout, stdout] as const, [child.stderr, stderr] as const]) {
    follow(stream, (chunk) => {
      add(chunk);
      onOutput?.(chunk);
    });
  }
  if (!ON_WINDOWS) follow(child.stdio[REPORT_DESCRIPTOR], report.add);

  return {
    output: (): CommandOutput => ({ stdout: stdout.output(), stderr: stderr.output() }),
    report: report.bytes,
    /** Reads what the pipes still hold after the command's own process has ended; what comes later is ignored. */
    async drain(): Promise<void> {
      const bound = bytesRead + MAX_DRAIN_BYTES;
      for (let before = -1; !isClosed && before !== bytesRead && bytesRead < bound; ) {
        before = bytesRead;
        // Lets the event loop read once all that has arrived.
        await nextCheck();
        await nextCheck();
      }
      isOver = true;
      stdout.end();
      stderr.end();
    },
  };
}

/** Collects what a command reports, up to a limit. */
function createReport() {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    bytes: () => Buffer.concat(chunks),
    add(chunk: Uint8Array): void {
      size += chunk.length;
      if (size <= MAX_REPORT_BYTES) chunks.push(chunk);
    },
  };
}

function nextCheck(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function startError(error: NodeJS.ErrnoException, path: string): ToolError {
  const { code, message: reason } = error;
  const failed = (failure: Failure, message: string): ToolError =>
    new ToolError(failure, `Start command: ${message}`, { cause: error });
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return failed({ code: 'NOT_FOUND', path }, `working directory "${path}" is gone`);
  if (code === 'EACCES') return failed({ code: 'PERMISSION_DENIED', path }, `no access to "${path}"`);
  return failed({ code: 'IO_ERROR', problem: 'command-start', reason }, reason);
}
