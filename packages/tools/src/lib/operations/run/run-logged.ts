import { ToolError } from '@dragoman/fs-core';
import type { PlannedCommand } from '@dragoman/outcomes';
import type { LoggedCommandOutcome } from '@dragoman/outcomes/internal/parts';
import type { CommandEnding, FollowedCommand } from '@dragoman/shell/internal/shell';
import type { CommandLog } from '../../command-logs.ts';
import { reportElapsed } from '../../elapsed-progress.ts';
import type { Session } from '../../session.ts';
import { shellOf } from '../../session-shell.ts';
import { answersWithOne } from './answers-with-one.ts';
import { aftermathOf } from './command-aftermath.ts';
import { approvedDirectory, type CommandCall, isAllowed, leftGoneDirectory } from './run-command.ts';

/** A command, how long its call waits for it, and how long it may go on after that. */
export interface RunLoggedRequest {
  readonly command: string;
  readonly timeoutMs: number;
  readonly background: boolean;
  /** Milliseconds that a command may run in the background. */
  readonly backgroundMs: number;
}

/**
 * Runs a command until it ends or its time is over; from then on it goes on in the background. Long output, and that of
 * a command in the background, goes to a file that the session's own reader may read.
 * @throws ToolError `COMMAND_FAILED` for another exit code than 0, but for a 1 that is an answer; as `runCommand`
 * @example await runLogged(session, { command: 'npm test', timeoutMs: 60_000, background: false, backgroundMs: 600_000 }, call)
 */
export async function runLogged(
  session: Session,
  request: RunLoggedRequest,
  call: CommandCall,
): Promise<LoggedCommandOutcome | PlannedCommand> {
  const { command, timeoutMs, background } = request;
  if (command.trim() === '')
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'empty-command' }, 'Run command: it is empty');
  const directory = await approvedDirectory(session, { command, timeoutMs, background }, call);
  const { shell } = await shellOf(session);
  const id = newId();
  const log = session.commandLogs.open(id);
  const { signal } = call;
  const options = { directory, joinsStreams: true, onOutput: log.add, ...(signal && { signal }) };
  const started = await shell.follow(command, options).catch((error: unknown) => {
    throw leftGoneDirectory(session, { command }, error);
  });
  const running: RunningCommand = { id, request, started, log };
  if (background) return goOn(session, running, 'background');
  using _progress = reportElapsed(call, 'Command');
  const end = await untilTime(started, timeoutMs, signal);
  if (end === 'timeout') return goOn(session, running, 'moved');
  log.close();
  if (end.ending === 'cancelled') throw new ToolError({ code: 'CANCELLED' }, 'Command cancelled');
  return ended(session, running, end);
}

interface RunningCommand {
  readonly id: string;
  readonly request: RunLoggedRequest;
  readonly started: FollowedCommand;
  readonly log: CommandLog;
}

/** 8 hex digits: a name within one session. */
function newId(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

/** The end of a command, by itself or by its caller; or that its time is over, and that it runs on. */
async function untilTime(
  started: FollowedCommand,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<CommandEnding | 'timeout'> {
  const { awaitEnd } = await import('@dragoman/shell/internal/shell');
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timeout');
  });
  const given = new AbortController();
  const cancel = () => given.abort();
  signal?.addEventListener('abort', cancel);
  try {
    const end = awaitEnd(started, { signal: given.signal, stop: started.stop });
    if (signal?.aborted) cancel();
    return await Promise.race([end, isOver]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** Leaves a command to run in the background, up to its limit there. */
function goOn(session: Session, running: RunningCommand, state: 'background' | 'moved'): LoggedCommandOutcome {
  const { id, request, started, log } = running;
  const { command, backgroundMs } = request;
  const saved = log.save();
  let isRunning = true;
  const follow = async (): Promise<void> => {
    const { awaitEnd, exitCodeOf } = await import('@dragoman/shell/internal/shell');
    const end = await awaitEnd(started, { timeoutMs: backgroundMs, stop: started.stop });
    isRunning = false;
    log.add(Buffer.from(`\n[exited with code ${exitCodeOf(end)}]\n`));
    log.close();
  };
  void follow();
  session.commandLogs.keep({
    id,
    command,
    log,
    output: () => started.output().stdout,
    isRunning: () => isRunning,
    stop: started.stop,
  });
  return {
    ...{ kind: 'logged', state, saved, taskId: id, timeoutMs: request.timeoutMs },
    output: started.output().stdout,
    ...{ exitCode: null, signal: null, group: started.group, cwd: session.cwd, refusedDirectory: null },
  };
}

async function ended(
  session: Session,
  { request, started, log }: RunningCommand,
  end: CommandEnding,
): Promise<LoggedCommandOutcome> {
  const { MAX_SHOWN_CHARACTERS } = await import('@dragoman/shell/internal/shell');
  const { exitCode, signal } = end;
  const output = started.output().stdout;
  const refusedDirectory = await move(session, end.directory);
  const saved = output.totalCharacters > MAX_SHOWN_CHARACTERS ? log.save() : null;
  const { cwd } = session;
  const facts = { output, exitCode, signal, group: started.group, ...aftermathOf(end) };
  const isAnswer = exitCode === 0 || (exitCode === 1 && answersWithOne(request.command));
  if (isAnswer)
    return {
      kind: 'logged',
      state: 'ended',
      saved,
      taskId: null,
      timeoutMs: request.timeoutMs,
      ...facts,
      cwd,
      refusedDirectory,
    };
  const failure = { ...facts, ...(saved && { saved }), ...(refusedDirectory !== null && { resetTo: cwd }) };
  throw new ToolError({ code: 'COMMAND_FAILED', ...failure }, 'Command failed');
}

/** Moves the session to the directory a command ended in; returns the directory if that is in no allowed tree. */
async function move(session: Session, directory: string | null): Promise<string | null> {
  if (directory === null || directory === session.cwd) return null;
  if (!(await isAllowed(session, directory))) return directory;
  session.changeDirectory(directory);
  return null;
}
