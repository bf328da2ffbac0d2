import type { CallOptions } from '@dragoman/dialects';
import type { StandardStream } from '@dragoman/tools/stdio';

const PATIENCE_MS = 1000;
const PACE_MS = 250;

interface ProgressLine extends Disposable {
  readonly report: NonNullable<CallOptions['onProgress']>;
}

/** A line on a terminal that tells how far a call is that takes over a second; it is gone when the call has ended. */
export function openProgressLine(name: string, stream: StandardStream): ProgressLine {
  const started = performance.now();
  let message = '';
  let isShown = false;
  let timer = setTimeout(() => void begin(), PATIENCE_MS);

  const begin = async (): Promise<void> => {
    if (!stream.mayBeTerminal || !(await import('node:tty')).isatty(stream.fd)) return;
    isShown = true;
    show();
    timer = setInterval(show, PACE_MS);
  };
  const show = (): void => {
    const seconds = Math.floor((performance.now() - started) / 1000);
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
