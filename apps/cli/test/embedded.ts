import { Readable } from 'node:stream';
import type { Ran, RunOptions } from '@dragoman/testing';
import { createInterruption } from '../src/lib/interruption.ts';
import { run } from '../src/lib/run.ts';

/** Stands in for `run-cli.ts` where tests run over the sources in their own process. */
export async function dragoman(
  args: readonly string[],
  { cwd = process.cwd(), env = {}, stdin = '' }: RunOptions = {},
): Promise<Ran> {
  const written = { 1: '', 2: '' };
  const streamTo = (fd: 1 | 2) => ({
    fd,
    mayBeTerminal: false,
    write(text: string) {
      written[fd] += text;
    },
  });
  const code = await run({
    args,
    environment: env,
    cwd,
    stdin: Readable.from([stdin]),
    stdinIsTerminal: false,
    columns: undefined,
    stdout: streamTo(1),
    stderr: streamTo(2),
    interruption: createInterruption({ on() {}, off() {}, exit: () => process.exit() }),
  });
  return { stdout: written[1], stderr: written[2], code };
}
