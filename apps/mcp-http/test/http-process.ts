import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NODE } from '@dragoman/testing';

/** The built server, as users start it. */
export const PROGRAM = join(import.meta.dirname, '../dist/main.js');

/** A server that listens on a free port of the loopback address; it is gone when the test's scope ends. */
export interface HttpProcess extends AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  /** URL of the endpoint. */
  readonly url: string;
  /** Text that it wrote to stderr so far. */
  readonly log: string;
  readonly ended: Promise<{ readonly code: number | null }>;
}

export const OWNER_TOKEN = randomBytes(24).toString('base64url');

interface HttpProcessOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Program to start instead of the built one. */
  readonly program?: string;
  /** Directory to start in, if not that of the tests. */
  readonly cwd?: string | undefined;
}

/** Starts the program and waits until it serves. */
export async function startHttp({ args = [], ...options }: HttpProcessOptions = {}): Promise<HttpProcess> {
  const { child, ended, log } = run({ args: ['--listen', '127.0.0.1:0', ...args], ...options });
  const lines = createInterface({ input: child.stdout });
  const [url] = await Promise.race([once(lines, 'line'), ended.then(() => Promise.reject(new Error(log())))]);
  return {
    process: child,
    url: String(url),
    ended,
    get log() {
      return log();
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts the program for its owner alone. */
export function startOwned(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return startHttp({ args: ['--token-env', 'OWNER', ...args], env: { OWNER: OWNER_TOKEN, ...env } });
}

/** Runs the program to its end. */
export async function runHttp(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd?: string) {
  const { child, ended, log } = run({ args, env, cwd });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const { code } = await ended;
  return { code, output, log: log() };
}

function run({ args = [], env = {}, program = PROGRAM, cwd }: HttpProcessOptions) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(NODE, [program, ...args], { cwd, env: { PATH, HOME, ...env } });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null }));
  return { child, ended, log: () => log };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function newToken(): string {
  return randomBytes(24).toString('base64url');
}
