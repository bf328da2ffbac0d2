import type { CommandEnd } from './start-command.ts';

/** How a command ended, and why. */
export interface CommandEnding extends CommandEnd {
  /** Why it ended: by itself, or because a limit or a cancellation ended it. */
  readonly ending: 'exit' | 'timeout' | 'cancelled';
}

export interface EndingOptions {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Ends the command; settles when none of its processes is left. */
  readonly stop: () => Promise<void>;
}

// A process may hang in the kernel even when killed: it is not waited for any longer. To look for its traces takes a while.
const STUCK_MS = 5000;

/** Waits until a command has ended, by itself, by its time limit or by `signal`. */
export async function awaitEnd(
  ended: Promise<CommandEnd>,
  { timeoutMs, signal, stop }: EndingOptions,
): Promise<CommandEnding> {
  const ending = await firstEnding(ended, timeoutMs, signal);
  if (ending === 'exit') return { ...(await ended), ending };
  await stop();
  const isStuck = (await firstEnding(ended, STUCK_MS)) !== 'exit';
  return { ...(isStuck ? { exitCode: null, signal: null, directory: null } : await ended), ending };
}

function firstEnding(
  ended: Promise<CommandEnd>,
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
    void ended.then(() => settle('exit'));
  });
}
