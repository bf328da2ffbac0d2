import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../src/lib/run.ts';
import type { Ran, RunOptions } from './run-cli.ts';

/** Stands in for `run-cli.ts` where tests run over the sources in their own process. */
export async function dragoman(
  args: readonly string[],
  { cwd = process.cwd(), env = {}, stdin = '' }: RunOptions = {},
): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await run({
    args,
    environment: env,
    cwd,
    stdin: Readable.from([stdin]),
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  return { stdout: await text(stdout), stderr: await text(stderr), code };
}
