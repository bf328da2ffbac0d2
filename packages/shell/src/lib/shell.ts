import { Buffer } from 'node:buffer';
import { reachableSockets } from '@dragoman/fs-core/internal/host';
import { assertNotCancelled, ToolError } from '@dragoman/fs-core/internal/kernel';
import { type BackgroundProcess, createBackgroundProcesses } from './background-processes.ts';
import { createBackgroundTasks, type TaskState } from './background-tasks.ts';
import { cleanEnvironment, type Environment, pointedPaths, unattended } from './clean-environment.ts';
import { awaitEnd, type CommandEnding } from './command-ending.ts';
import { createCommandGroups, type TrackedCommand } from './command-groups.ts';
import { commandScript, MAX_COMMAND_BYTES, type ScriptOptions } from './command-script.ts';
import { findShell } from './find-shell.ts';
import { launchConfined, type TraceWatch } from './launch-confined.ts';
import { createOutputWindow } from './output-window.ts';
import { ownSearchPath } from './own-search-path.ts';
import { createProcessTable, createWindowsProcessTable } from './process-table.ts';
import { checkSandbox, type SandboxPolicy } from './sandbox.ts';
import { SETUP_TRIES } from './sandbox-mounts.ts';
import type { CommandOutput, Launch } from './start-command.ts';
import { createWatchedCommands, type WatchedCommand } from './watched-commands.ts';
import { ON_WINDOWS } from './windows.ts';

/** Files and programs that the commands of a shell may see and touch. */
export interface ShellOptions {
  /** The variables of the process that serves; secrets among them are not passed on. */
  readonly environment: Environment;
  /** Names of variables that are passed on even if others are withheld. */
  readonly passedVariables?: readonly string[];
  /**
   * Commands see only the variables that a fresh login sets (`PATH`, `HOME`, the language …), and `passedVariables`.
   */
  readonly onlyLoginVariables?: boolean;
  /** Called for what a command may touch, before the shell opens and before each one. Default: all that the user may. */
  readonly sandbox?: (use: SandboxUse) => Promise<SandboxPolicy>;
  /** Finds what sandboxed commands left. */
  readonly traces?: TraceWatch;
}

/** The purpose of a policy: to see if commands can be confined, or to confine one. */
export type SandboxUse = 'check' | 'command';

/** The directory of a command, and the limits that end it early. */
export interface RunOptions {
  /** Absolute. */
  readonly directory: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** True if standard error goes to standard output, in the order of their lines. */
  readonly joinsStreams?: boolean;
  /** Called with what comes on either stream. */
  readonly onOutput?: (chunk: Uint8Array) => void;
}

/** A command that has ended, with its output. */
export interface CommandResult extends CommandOutput, CommandEnding {
  /** Id of its process group. */
  readonly group: number;
  /** Ids of the processes it left running in its group, in ascending order. */
  readonly backgroundPids: readonly number[];
}

/** A command to follow, and who is told of its output as it comes. */
export interface FollowOptions extends Omit<RunOptions, 'timeoutMs'> {
  readonly onOutput: (chunk: Uint8Array) => void;
}

/** A command that runs until it ends or is stopped. */
export interface FollowedCommand extends Pick<TrackedCommand, 'group' | 'output' | 'exited' | 'ended'> {
  /** Ends it and all that it started; settles when none of that is left. */
  stop(): Promise<void>;
}

/** The commands of one session. `await using` closes it. */
export interface Shell extends AsyncDisposable {
  /**
   * Runs a command and waits for it, but not for what it left in the background. A timeout or `signal` ends it and all
   * processes it started before this settles.
   * @throws ToolError `INVALID_ARGUMENT`, `NOT_FOUND` (the directory is gone), `CANCELLED`, `IO_ERROR`
   */
  run(command: string, options: RunOptions): Promise<CommandResult>;
  /** Starts a command in the background. @throws ToolError as `run`, and `TOO_MANY_TASKS` */
  start(command: string, options: Omit<RunOptions, 'signal'>): Promise<TaskState>;
  /** @throws ToolError `TASK_NOT_FOUND` */
  task(id: string): TaskState;
  /** Starts a command in the background, with both streams as one. @throws ToolError as `start` */
  background(command: string, options: Pick<RunOptions, 'directory'>): Promise<BackgroundProcess>;
  /** Commands that `background` started, in their order. */
  backgroundProcesses(): readonly BackgroundProcess[];
  /** Starts a command to be watched. @throws ToolError as `run`, and `TOO_MANY_TASKS` */
  watch(command: string, options: Pick<RunOptions, 'directory'>): Promise<WatchedCommand>;
  /** Starts a command that its caller follows to its end, or stops. @throws ToolError as `run` */
  follow(command: string, options: FollowOptions): Promise<FollowedCommand>;
  /** A watched command that has not been seen to end. @throws ToolError `TASK_NOT_FOUND` */
  watched(id: number): WatchedCommand;
  /** True if a command runs, or processes that one has left in the background. */
  isBusy(): Promise<boolean>;
  /** Ends all processes that commands of this session started; settles when none is left. */
  close(): Promise<void>;
}

/**
 * Opens a shell for one session.
 * @throws ToolError `COMMAND_REJECTED` if there is no shell, or not the sandbox asked for
 */
export async function openShell(options: ShellOptions): Promise<Shell> {
  const setting = await settingOf(options);
  const { groups, closing, followUps } = setting;
  const tasks = createBackgroundTasks();
  const watched = createWatchedCommands();
  const processes = createBackgroundProcesses();
  const close = async (): Promise<void> => {
    closing.abort();
    await groups.close();
    await Promise.all(followUps);
    await setting.traces?.look();
  };

  return {
    async run(command, { timeoutMs, ...options }) {
      const { signal } = options;
      assertNotCancelled(signal);
      const started = await launch(setting, { command, ...options });
      const end = await awaitEnd(started, { timeoutMs, signal, stop: () => groups.end(started) });
      const backgroundPids = end.ending === 'exit' ? await groups.followers(started) : [];
      return { ...started.output(), ...end, group: started.group, backgroundPids };
    },
    async start(command, { timeoutMs, ...options }) {
      return await tasks.add(async () => {
        const started = await launch(setting, { command, ...options });
        return { ...started, ended: awaitEnd(started, { timeoutMs, stop: () => groups.end(started) }) };
      });
    },
    task: (id) => tasks.get(id),
    async background(command, { directory }) {
      return await processes.add(command, async () => {
        const { add, peek } = createOutputWindow();
        const started = await launch(setting, { command, directory, joinsStreams: true, onOutput: add });
        const ended = awaitEnd(started, { stop: () => groups.end(started) });
        return { group: started.group, ended, collected: peek };
      });
    },
    backgroundProcesses: processes.all,
    async watch(command, { directory }) {
      return await watched.add(async () => {
        const { add, take } = createOutputWindow();
        return { ...(await launch(setting, { command, directory, onOutput: add })), take };
      });
    },
    async follow(command, { directory, joinsStreams, signal, onOutput }) {
      assertNotCancelled(signal);
      const started = await launch(setting, { command, directory, joinsStreams, signal, onOutput });
      return { ...started, stop: () => groups.end(started) };
    },
    watched: (id) => watched.get(id),
    isBusy: groups.isBusy,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type ShellContext = Awaited<ReturnType<typeof settingOf>>;

// Of a sandbox, each tree is a mount of its own: git would not look above it for the repository.
const ACROSS_MOUNTS = { GIT_DISCOVERY_ACROSS_FILESYSTEM: '1' };

/** Settings that the commands of a session share. */
async function settingOf(options: ShellOptions) {
  const { passedVariables: keep = [], onlyLoginVariables: onlyLogin = false } = options;
  const isConfined = options.sandbox !== undefined;
  const shown = cleanEnvironment(options.environment, { keep, onlyLogin, withoutPointers: isConfined });
  const environment = unattended(isConfined ? { ...shown, ...ACROSS_MOUNTS } : shown, keep);
  const pointed = isConfined ? pointedPaths(options.environment) : [];
  const groups = createCommandGroups(
    ON_WINDOWS ? createWindowsProcessTable(environment) : createProcessTable(() => ownPath()),
  );
  let policy = await options.sandbox?.('check');
  // The directories in which this process looks for programs: none that a command may write to.
  const ownPath = () => ownSearchPath(environment.PATH, policy?.writable ?? []);
  const currentPolicy = async () => {
    policy = await options.sandbox?.('command');
    return policy && { ...policy, hiddenFiles: [...policy.hiddenFiles, ...reachableSockets(pointed)] };
  };
  const shell = await findShell(environment, ownPath());
  if (policy) await checkSandbox(policy, ownPath());
  const followUps = new Set<Promise<unknown>>();
  const { traces } = options;
  return { shell, environment, ownPath, currentPolicy, traces, groups, followUps, closing: new AbortController() };
}

type LaunchRequest = { readonly command: string; readonly signal?: AbortSignal | undefined } & ScriptOptions &
  Pick<Launch, 'directory' | 'onOutput'>;

async function launch(
  setting: ShellContext,
  { command, directory, joinsStreams, signal, ...output }: LaunchRequest,
): Promise<TrackedCommand> {
  const { shell, groups, closing } = setting;
  checkCommand(command);
  for (let triesLeft = SETUP_TRIES - 1; ; triesLeft -= 1) {
    const policy = await setting.currentPolicy();
    // Finding that out takes seconds in a large tree.
    if (policy) assertNotCancelled(signal);
    if (closing.signal.aborted) throw new ToolError({ code: 'CANCELLED' }, 'Start command: the session has ended');
    const args = ['-c', commandScript(shell.kind, command, { joinsStreams, awaitsAdmission: policy !== undefined })];
    // Bash on Windows spells it in its own way.
    const environment = ON_WINDOWS ? setting.environment : { ...setting.environment, PWD: directory };
    const started = { directory, environment, program: shell.program, args, ...output };
    if (!policy) return await groups.start({ ...started, input: null });
    try {
      return await launchConfined(setting, { policy, isLastTry: triesLeft === 0 }, started);
    } catch (error) {
      if (triesLeft === 0 || !(error instanceof ToolError) || error.code !== 'IO_ERROR') throw error;
    }
  }
}

function checkCommand(command: string): void {
  const code = 'INVALID_ARGUMENT';
  if (command.includes('\0'))
    throw new ToolError({ code, problem: 'nul-in-command' }, 'Run command: it contains a NUL character');
  const [size, limit] = [Buffer.byteLength(command), MAX_COMMAND_BYTES];
  if (size <= limit) return;
  const message = `Run command: ${size} bytes long, at most ${limit} can be`;
  throw new ToolError({ code, problem: 'long-command', size, limit }, message);
}
