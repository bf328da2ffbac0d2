import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ToolError } from '@dragoman/fs-core';
import { openReportFile } from '@dragoman/fs-core/host';
import { REPORT_DESCRIPTOR, REPORT_VARIABLE, reportedDirectory } from './command-script.ts';
import { type CapturedOutput, createOutputCapture } from './output-capture.ts';
import { ON_WINDOWS } from './windows.ts';

/** A program and where it runs. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** What it can read on descriptor 4; null for no such descriptor. */
  readonly input: Uint8Array | null;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The output of a command, so far or in the end, by stream. */
export interface CommandOutput {
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
}

/** How a command's own process ended. */
export interface CommandEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The directory it ended in; null if it did not report any. */
  readonly directory: string | null;
}

/** A command that runs as the leader of a process group of its own. */
export interface StartedCommand {
  /** Id of the group and of its leader. */
  readonly group: number;
  /** The output so far. */
  output(): CommandOutput;
  /** Settles when the leader has ended and its output is read, however long other processes hold its streams. */
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
  const { input, directory } = launch;
  const reportFile = ON_WINDOWS ? openReportFile() : null;
  const child = spawnLeader(launch, reportFile?.path ?? '/dev/null');
  const streams = followStreams(child);
  if (input !== null) (child.stdio[4] as Writable).on('error', () => {}).end(input);
  const exited = new Promise<Pick<CommandEnd, 'exitCode' | 'signal'>>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });

  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve).once('error', (error) => {
      reportFile?.[Symbol.dispose]();
      reject(startError(error, directory));
    });
  });

  async function end(): Promise<CommandEnd> {
    const how = await exited;
    await streams.drain();
    using file = reportFile;
    return { ...how, directory: reportedDirectory(file?.read(MAX_REPORT_BYTES) ?? streams.report()) };
  }

  return { group: child.pid ?? 0, output: streams.output, ended: end() };
}

/** @param reportPath of the file in which a command on Windows reports the directory that it ends in */
function spawnLeader({ program, args, input, directory, environment }: Launch, reportPath: string): ChildProcess {
  return spawn(program, [...args], {
    cwd: directory,
    env: ON_WINDOWS ? { ...environment, [REPORT_VARIABLE]: reportPath } : environment,
    // On Windows that would open a console, and there are no groups.
    detached: !ON_WINDOWS,
    windowsHide: true,
    stdio: ON_WINDOWS
      ? ['ignore', 'pipe', 'pipe']
      : ['ignore', 'pipe', 'pipe', 'pipe', input === null ? 'ignore' : 'pipe'],
  });
}

/** What a command writes. */
interface FollowedStreams {
  /** The output so far. */
  readonly output: () => CommandOutput;
  /** What was written to the report's descriptor. */
  report(): Uint8Array;
  /** Reads what the pipes still hold after the command's own process has ended; what comes later is ignored. */
  drain(): Promise<void>;
}

function followStreams(child: ChildProcess): FollowedStreams {
  const stdout = createOutputCapture(MAX_SHOWN_CHARACTERS);
  const stderr = createOutputCapture(MAX_SHOWN_CHARACTERS);
  const report: Uint8Array[] = [];
  let reportBytes = 0;
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
  follow(child.stdout, stdout.add);
  follow(child.stderr, stderr.add);
  if (!ON_WINDOWS) {
    follow(child.stdio[REPORT_DESCRIPTOR], (chunk) => {
      reportBytes += chunk.length;
      if (reportBytes <= MAX_REPORT_BYTES) report.push(chunk);
    });
  }

  return {
    output: () => ({ stdout: stdout.output(), stderr: stderr.output() }),
    report: () => Buffer.concat(report),
    async drain() {
      const bound = bytesRead + MAX_DRAIN_BYTES;
      for (let before = -1; !isClosed && before !== bytesRead && bytesRead < bound; ) {
        before = bytesRead;
        await pollOnce();
      }
      isOver = true;
      stdout.end();
      stderr.end();
    },
  };
}

/** Lets the event loop read once all that has arrived. */
async function pollOnce(): Promise<void> {
  await nextCheck();
  await nextCheck();
}

function nextCheck(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function startError(error: NodeJS.ErrnoException, directory: string): ToolError {
  const cause = { cause: error };
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ToolError(
        { code: 'NOT_FOUND', path: directory },
        `Start command: working directory "${directory}" is gone`,
        cause,
      );
    case 'EACCES':
      return new ToolError(
        { code: 'PERMISSION_DENIED', path: directory },
        `Start command: no access to "${directory}"`,
        cause,
      );
    default:
      return new ToolError(
        { code: 'IO_ERROR', problem: 'command-start', reason: error.message },
        `Start command: ${error.message}`,
        cause,
      );
  }
}
