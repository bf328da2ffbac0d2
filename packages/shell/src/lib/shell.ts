import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { assertNotCancelled, type ProgramMounts, type ProgramView, ToolError } from '@dragoman/fs-core';
import { createBackgroundTasks, type TaskState } from './background-tasks.ts';
import { cleanEnvironment, type Environment } from './clean-environment.ts';
import { awaitEnd, type CommandEnding } from './command-ending.ts';
import { createCommandGroups, type TrackedCommand } from './command-groups.ts';
import { commandScript, MAX_COMMAND_BYTES, type ScriptOptions, type ShellKind } from './command-script.ts';
import { createOutputWindow } from './output-window.ts';
import { ownSearchPath } from './own-search-path.ts';
import { createProcessTable, createWindowsProcessTable } from './process-table.ts';
import { checkSandbox, type SandboxPolicy, sandboxArguments, sandboxedEnd } from './sandbox.ts';
import { nulTerminated, programMounts, takeChanges } from './sandbox-view.ts';
import type { CommandEnd, CommandOutput, Launch } from './start-command.ts';
import { createWatchedCommands, type WatchedCommand } from './watched-commands.ts';
import { bashPlaces, ON_WINDOWS } from './windows.ts';

/** What the commands of a shell may see and touch. */
export interface ShellOptions {
  /** The variables of the process that serves; secrets among them are not passed on. */
  readonly environment: Environment;
  /** Names of variables that are passed on even if others are withheld. */
  readonly passedVariables?: readonly string[];
  /**
   * Commands see only the variables that a fresh login sets (`PATH`, `HOME`, the language …), and `passedVariables`.
   */
  readonly onlyLoginVariables?: boolean;
  /** Called before each command for what it may touch. Default: all that the server's user may. */
  readonly sandbox?: (mounts: ProgramMounts) => SandboxPolicy | Promise<SandboxPolicy>;
}

/** Where a command runs, and what ends it early. */
export interface RunOptions {
  /** Absolute. */
  readonly directory: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Whether standard error goes where standard output goes, each line in its turn. */
  readonly joinsStreams?: boolean;
}

/** A command that has ended, with its output. */
export interface CommandResult extends CommandOutput, CommandEnding {
  /** Id of its process group. */
  readonly group: number;
  /** Ids of the processes it left running in its group, in ascending order. */
  readonly backgroundPids: readonly number[];
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
  /** Starts a command to be watched. @throws ToolError as `run`, and `TOO_MANY_TASKS` */
  watch(command: string, options: Pick<RunOptions, 'directory'>): Promise<WatchedCommand>;
  /** A watched command that has not been seen to end. @throws ToolError `TASK_NOT_FOUND` */
  watched(id: number): WatchedCommand;
  /** Whether a command runs, or processes that one has left in the background. */
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
  const { groups, closing, keeping } = setting;
  const tasks = createBackgroundTasks();
  const watched = createWatchedCommands();
  const close = async (): Promise<void> => {
    closing.abort();
    await groups.close();
    await Promise.all(keeping);
  };

  return {
    async run(command, { directory, timeoutMs, signal, joinsStreams }) {
      assertNotCancelled(signal);
      const started = await launch(setting, { command, directory, joinsStreams });
      const end = await awaitEnd(started.ended, { timeoutMs, signal, stop: () => groups.end(started) });
      const backgroundPids = end.ending === 'exit' ? await groups.followers(started) : [];
      return { ...started.output(), ...end, group: started.group, backgroundPids };
    },
    async start(command, { directory, timeoutMs }) {
      return await tasks.add(async () => {
        const started = await launch(setting, { command, directory });
        return { ...started, ended: awaitEnd(started.ended, { timeoutMs, stop: () => groups.end(started) }) };
      });
    },
    task: (id) => tasks.get(id),
    async watch(command, { directory }) {
      return await watched.add(async () => {
        const { add, take } = createOutputWindow();
        return { ...(await launch(setting, { command, directory, onOutput: add })), take };
      });
    },
    watched: (id) => watched.get(id),
    isBusy: groups.areBusy,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Setting = Awaited<ReturnType<typeof settingOf>>;

/** What the commands of a session have in common. */
async function settingOf(options: ShellOptions) {
  const { passedVariables: keep = [], onlyLoginVariables: onlyLogin = false } = options;
  const environment = cleanEnvironment(options.environment, { keep, onlyLogin });
  let writable: readonly string[] = [];
  // The directories in which this process looks for programs: none that a command may write to.
  const ownPath = () => ownSearchPath(environment.PATH, writable);
  const mounts = programMounts(ownPath);
  const currentPolicy = async () => {
    const policy = await options.sandbox?.(mounts);
    writable = policy?.writable ?? [];
    return policy;
  };
  const firstPolicy = await currentPolicy();
  const shell = await findShell(environment, ownPath());
  if (firstPolicy) {
    using _view = firstPolicy.view;
    await checkSandbox(firstPolicy, ownPath());
  }
  const groups = createCommandGroups(ON_WINDOWS ? createWindowsProcessTable(environment) : createProcessTable(ownPath));
  const keeping = new Set<Promise<unknown>>();
  return { shell, environment, ownPath, currentPolicy, groups, keeping, closing: new AbortController() };
}

type Launching = { readonly command: string } & ScriptOptions & Pick<Launch, 'directory' | 'onOutput'>;

async function launch(
  setting: Setting,
  { command, directory, joinsStreams, ...output }: Launching,
): Promise<TrackedCommand> {
  const { shell, groups, closing } = setting;
  checkCommand(command);
  const { program } = shell;
  const args = ['-c', commandScript(shell.kind, command, { joinsStreams })];
  const policy = await setting.currentPolicy();
  if (closing.signal.aborted) {
    policy?.view?.[Symbol.dispose]();
    throw new ToolError({ code: 'CANCELLED' }, 'Start command: the session has ended');
  }
  // Bash on Windows spells it in its own way.
  const environment = ON_WINDOWS ? setting.environment : { ...setting.environment, PWD: directory };
  if (!policy) return groups.start({ directory, environment, program, args, input: null, ...output });
  return await launchConfined(setting, policy, { directory, environment, program, args, ...output });
}

async function launchConfined(
  { groups, ownPath, keeping }: Setting,
  policy: SandboxPolicy,
  { directory, environment, program, args, ...output }: Omit<Launch, 'input'>,
): Promise<TrackedCommand> {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]);
  const { view } = policy;
  try {
    const started = await groups.start({
      // The view may have a directory that is not on the disk.
      directory: view ? '/' : directory,
      // Of the rest, a library path could have the sandbox itself load what a command wrote.
      environment: { PATH: ownPath() ?? '' },
      program: 'bwrap',
      args: ['--args', '4', '--', program, ...args],
      input: nulTerminated([...variables, ...sandboxArguments(policy, directory)]).subarray(0, -1),
      ...output,
    });
    const confined = { ...started, ended: started.ended.then(sandboxedEnd) };
    return view ? keepingChanges(confined, view, { groups, keeping }) : confined;
  } catch (error) {
    view?.[Symbol.dispose]();
    throw error;
  }
}

/** Ends what a command leaves running, and keeps what it changed, before it has ended for others. */
function keepingChanges(
  command: TrackedCommand,
  view: ProgramView,
  { groups, keeping }: Pick<Setting, 'groups' | 'keeping'>,
): TrackedCommand {
  const keep = async (end: CommandEnd): Promise<CommandEnd> => {
    await groups.end(command);
    using changed = view;
    const notKept = await takeChanges(changed);
    return { ...end, ...(notKept && { notKept }) };
  };
  const ended = command.ended.then(async (end) => {
    const kept = keep(end);
    keeping.add(kept);
    const known = await kept;
    keeping.delete(kept);
    return known;
  });
  return { ...command, ended };
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

interface FoundShell {
  /** Its path, or its name on the `PATH`. */
  readonly program: string;
  readonly kind: ShellKind;
}

async function findShell(environment: Environment, searchPath: string | undefined): Promise<FoundShell> {
  const candidates: readonly FoundShell[] = ON_WINDOWS
    ? bashPlaces(environment).map((program) => ({ program, kind: 'bash-on-windows' }))
    : (['bash', 'sh'] as const).map((kind) => ({ program: kind, kind }));
  for (const candidate of candidates) if (await starts(candidate.program, searchPath)) return candidate;
  const [problem, missing] = ON_WINDOWS
    ? (['no-git-bash', 'the bash of Git for Windows is not'] as const)
    : (['no-shell', 'neither bash nor sh is'] as const);
  throw new ToolError({ code: 'COMMAND_REJECTED', problem }, `Run commands: ${missing} installed`);
}

async function starts(program: string, searchPath: string | undefined): Promise<boolean> {
  const options = { cwd: '/', env: { PATH: searchPath }, stdio: 'ignore', windowsHide: true } as const;
  const [code] = await once(spawn(program, ['-c', ':'], options), 'close').catch(() => []);
  return code === 0;
}
