import type { StandardStream } from '@dragoman/fs-core/internal/host';
import type { Ran, RunOptions } from '@dragoman/testing';
import { run } from '../src/lib/run.ts';

/** Runs the command from the sources and in the process of the tests, where no signal reaches it. */
export async function runInProcess(
  args: readonly string[],
  { cwd = process.cwd(), env = {}, stdin = '' }: RunOptions,
): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  const [stdout, stderr] = [createPipe(1), createPipe(2)];
  const code = await run({
    args,
    environment: { PATH, HOME, ...env },
    cwd,
    stdin: (async function* () {
      yield Buffer.from(stdin);
    })(),
    stdinIsTerminal: false,
    stdout,
    stderr,
    columns: undefined,
    interruption: { status: null, during: (work) => work(new AbortController().signal), release: () => undefined },
  });
  return { stdout: stdout.text, stderr: stderr.text, code };
}

/** A stream that keeps what is written to it, as the reader of a pipe would. */
function createPipe(fd: 1 | 2): StandardStream & { readonly text: string } {
  const chunks: Buffer[] = [];
  return {
    fd,
    mayBeTerminal: false,
    write: (chunk) => void chunks.push(Buffer.from(chunk)),
    get text() {
      return Buffer.concat(chunks).toString();
    },
  };
}
