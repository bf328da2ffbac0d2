import type { CommandEnd, StartedCommand } from './start-command.ts';

/** End of a command, and its cause. */
export interface CommandEnding extends CommandEnd {
  /** Cause of the end: the command itself, a limit or a cancellation. */
  readonly ending: 'exit' | 'timeout' | 'cancelled';
}

export interface EndingOptions {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Ends the command; settles when none of its processes is left. */
  readonly stop: () => Promise<void>;
}

// A process may hang in the kernel even when killed: it is not waited for any longer.
const STUCK_MS = 5000;

/**
 * Waits until a command has ended, by itself, by its time limit or by `signal`; these concern its own process, not the
 * work that is left to do after it.
 */
export async function awaitEnd(
  { exited, ended }: Pick<StartedCommand, 'exited' | 'ended'>,
  { timeoutMs, signal, stop }: EndingOptions,
): Promise<CommandEnding> {
  const ending = await firstEnding(exited, timeoutMs, signal);
  if (ending === 'exit') return { ...(await ended), ending };
  await stop();
  const isStuck = (await firstEnding(exited, STUCK_MS)) !== 'exit';
  return { ...(isStuck ? { exitCode: null, signal: null, directory: null } : await ended), ending };
}

function firstEnding(
  exited: Promise<CommandEnd>,
  timeoutMs: number | undefined,
  signal?: AbortSignal,
): Promise<CommandEnding['ending']> {
  return new Promise((resolve) => {
    const settle = (ending: CommandEnding['ending']) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(ending);
    };
    const cancel = () => settle('cancelled');
    const timer = timeoutMs === undefined ? undefined : setTimeout(settle, timeoutMs, 'timeout');
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    const end = () => settle('exit');
    void exited.then(end, end);
  });
}
