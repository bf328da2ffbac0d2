import type { StandardStream } from '@dragoman/fs-core/internal/host';
import type { CallOptions } from '@dragoman/tools';

const PATIENCE_MS = 1000;
const PACE_MS = 250;

interface ProgressLine extends Disposable {
  readonly report: NonNullable<CallOptions['onProgress']>;
}

/** A line on a terminal that shows the progress of a call that takes over a second; disposing erases it. */
export function openProgressLine(name: string, stream: StandardStream): ProgressLine {
  // Timers and `performance` take two milliseconds to load, which pays only on a terminal.
  if (!stream.mayBeTerminal) return { report() {}, [Symbol.dispose]() {} };
  const started = process.uptime();
  let message = '';
  let isShown = false;
  let timer = setTimeout(() => void begin(), PATIENCE_MS);

  const begin = async (): Promise<void> => {
    if (!(await import('node:tty')).isatty(stream.fd)) return;
    isShown = true;
    show();
    timer = setInterval(show, PACE_MS);
  };
  const show = (): void => {
    const seconds = Math.floor(process.uptime() - started);
    stream.write(`\r\x1b[K${name}: ${message}${seconds} s`);
  };
  return {
    report: (progress) => {
      message = `${progress.message}, `;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      if (isShown) stream.write('\r\x1b[K');
    },
  };
}
