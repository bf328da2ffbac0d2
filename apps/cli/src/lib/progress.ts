import type { StandardStream } from '@dragoman/fs-core/internal/host';
import type { CallOptions } from '@dragoman/tools';

const PATIENCE_MS = 1000;
const PACE_MS = 250;
const LOG_PACE_MS = 2000;

interface ProgressLine extends Disposable {
  readonly report: NonNullable<CallOptions['onProgress']>;
}

/**
 * A line on a terminal that shows the progress of a call that takes over a second; disposing erases it. Elsewhere,
 * progress of which the end is known is a line every two seconds.
 */
export function openProgressLine(name: string, stream: StandardStream): ProgressLine {
  const started = process.uptime();
  let message = '';
  let isShown = false;
  let isOver = false;
  let isLogged = false;
  let timer: NodeJS.Timeout | undefined;

  const begin = async (): Promise<void> => {
    const isTerminal = stream.mayBeTerminal && (await import('node:tty')).isatty(stream.fd);
    if (isOver) return;
    if (!isTerminal && !isLogged) {
      timer = undefined;
      return;
    }
    isShown = isTerminal;
    const show = (): void => {
      if (isTerminal) stream.write(`\r\x1b[K${line()}`);
      else if (message !== '') stream.write(`${line()}\n`);
    };
    show();
    timer = setInterval(show, isTerminal ? PACE_MS : LOG_PACE_MS);
  };
  // Timers take two milliseconds to load, which pays only on a terminal and for long work.
  if (stream.mayBeTerminal) timer = setTimeout(() => void begin(), PATIENCE_MS);
  const line = (): string => `${name}: ${message}${Math.floor(process.uptime() - started)} s`;
  return {
    report({ message: now, total }) {
      message = `${now}, `;
      isLogged ||= total !== undefined;
      if (isLogged) timer ??= setTimeout(() => void begin(), LOG_PACE_MS);
    },
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
      if (isShown) stream.write('\r\x1b[K');
    },
  };
}
