import { type Log, ToolError, type Volume } from '@dragoman/fs-core/internal/kernel';
import type { SandboxPolicy, SandboxUse, Shell } from '@dragoman/shell/internal/shell';
import type { createTraces } from './command-traces.ts';

/** Settings for the commands of a session. */
export interface ShellSettings {
  /** `sandboxed`: commands write only inside the session's trees, and have no network. */
  readonly mode: 'unrestricted' | 'sandboxed';
  /** Access of sandboxed commands to git directories; none writes hooks or settings. Default: `read`. */
  readonly git?: 'read' | 'write';
  /** Milliseconds: the limit of a command that names none. */
  readonly timeoutMs: number;
  /** The variables of the process that serves; secrets among them are not passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names of variables that are passed on even if others are withheld. */
  readonly passedVariables?: readonly string[];
  /** Commands see only the variables that a fresh login sets, and `passedVariables`. */
  readonly onlyLoginVariables?: boolean;
}

/** The shell of a session, which opens on first use. */
export interface SessionShell {
  readonly timeoutMs: number;
  /** Commands are sandboxed. */
  readonly isConfined: boolean;
  /** @throws ToolError `COMMAND_REJECTED` if there is no shell, or no sandbox if one is demanded */
  open(): Promise<Shell>;
  /** Opens the shell now if it is sandboxed, to find out whether it can be. @throws ToolError as `open` */
  prepare(): Promise<void>;
  /** True if a command runs, or processes that one has left in the background. */
  isBusy(): Promise<boolean>;
  /** Ends what runs; the next command opens another shell. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param currentVolume the session's, by whose trees each sandboxed command is confined when it starts */
export function createSessionShell(settings: ShellSettings, currentVolume: () => Volume, log?: Log): SessionShell {
  const { mode, git = 'read', timeoutMs, environment, passedVariables = [], onlyLoginVariables = false } = settings;
  let opening: Promise<Shell> | undefined;
  let traces: ReturnType<typeof createTraces> | undefined;
  let isClosed = false;

  async function start(): Promise<Shell> {
    const { openShell } = await import('@dragoman/shell/internal/shell');
    const variables = { environment, passedVariables, onlyLoginVariables };
    if (mode !== 'sandboxed') return await openShell(variables);
    const { createTraces } = await import('./command-traces.ts');
    const { sandboxPolicy } = await import('./sandbox-policy.ts');
    const searchedIn = (volume: Volume) => ({
      roots: volume.roots,
      deniedEntries: (where?: 'trees') => volume.deniedEntries(where),
      isGitOpen: git === 'write',
    });
    traces ??= createTraces(() => searchedIn(currentVolume()), log);
    const { begin } = traces;
    const sandbox = async (use: SandboxUse): Promise<SandboxPolicy> => {
      // The session may move to other trees meanwhile.
      const volume = currentVolume();
      if (use === 'command') await begin(searchedIn(volume));
      return await sandboxPolicy(volume, use === 'check' ? 'read' : git);
    };
    return await openShell({ ...variables, sandbox, traces });
  }

  async function open(): Promise<Shell> {
    // A shell that opens now would never be closed.
    if (isClosed) throw new ToolError({ code: 'CANCELLED' }, 'Start command: the session has ended');
    opening ??= start();
    return await opening;
  }

  async function restart(): Promise<void> {
    const left = opening;
    opening = undefined;
    const shell = await left?.catch(() => undefined);
    await shell?.close();
  }

  return {
    timeoutMs,
    isConfined: mode === 'sandboxed',
    open,
    async prepare() {
      if (mode === 'sandboxed') await open();
    },
    async isBusy() {
      const shell = await opening?.catch(() => undefined);
      return (await shell?.isBusy()) ?? false;
    },
    restart,
    async close() {
      isClosed = true;
      await restart();
      const untold = traces?.take();
      if (untold) log?.('warn', 'Sandboxed commands have left something that no result named', { ...untold });
    },
  };
}

/** @throws ToolError `COMMAND_REJECTED` if the session runs no commands */
export async function shellOf({ shell }: { readonly shell: SessionShell | null }): Promise<OpenedShell> {
  if (shell === null)
    throw new ToolError(
      { code: 'COMMAND_REJECTED', problem: 'shell-off' },
      'Run commands: the shell is off in this session',
    );
  return { shell: await shell.open(), defaultTimeoutMs: shell.timeoutMs };
}

interface OpenedShell {
  readonly shell: Shell;
  readonly defaultTimeoutMs: number;
}
