import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { placeServer } from '../apart.ts';
import type { Scope } from '../scenario.ts';

// The bundle of this file lies one level deeper than its source.
const BUNDLES = import.meta.dirname;
const DRAGOMAN_HTTP = join(BUNDLES, '../../../apps/mcp-http/dist/main.js');
const PROBE = join(BUNDLES, '../http/heap-probe.cjs');

export interface HttpServer extends AsyncDisposable {
  readonly pid: number;
  /** Of the endpoint. */
  readonly url: string;
  /** Asks a server that was started with a probe what its heap holds, in MB. */
  heap(): Promise<number>;
}

interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** Starts a program that says where it listens, in one line. */
export async function startHttpServer({ env = {}, args }: Start): Promise<HttpServer> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  placeServer(child.pid);
  const ended = once(child, 'close');
  const says = createInterface({ input: child.stderr });
  const asking: ((heap: number) => void)[] = [];
  says.on('line', (line) => {
    const [, bytes] = /^HEAP (\d+)$/.exec(line) ?? [];
    if (bytes === undefined) process.stderr.write(`${line}\n`);
    else asking.shift()?.(Number(bytes) / 1024 ** 2);
  });
  const ready = once(createInterface({ input: child.stdout }), 'line');
  const [url] = (await Promise.race([ready, ended])) as [unknown];
  return {
    pid: child.pid ?? -1,
    url: String(url),
    heap: () =>
      new Promise((resolve) => {
        asking.push(resolve);
        child.kill('SIGUSR2');
      }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export const TOKEN = 'b'.repeat(40);
export const WITH_TOKEN = { authorization: `Bearer ${TOKEN}` };

interface DragomanStart {
  readonly options?: readonly string[];
  readonly isProbed?: boolean;
}

/** The built server in dialect `editor`, over the scope's directory, for whoever holds the token. */
export async function startDragomanHttp(
  scope: Scope,
  { options = [], isProbed = false }: DragomanStart = {},
): Promise<HttpServer> {
  const files = ['--dialect', 'editor', '--workdir', scope.directory, '--log-level', 'error'];
  const probe = isProbed ? ['--expose-gc', '--require', PROBE] : [];
  const args = [...probe, DRAGOMAN_HTTP, '--listen', '127.0.0.1:0', '--token-env', 'TOKEN', ...files, ...options];
  return scope.use(await startHttpServer({ args, env: { TOKEN } }));
}

export async function startBareHttp(scope: Scope): Promise<HttpServer> {
  return scope.use(await startHttpServer({ args: [join(BUNDLES, 'bare-http.js')] }));
}

/** The smallest server of the SDK's second line. */
export async function startSdkHttp(scope: Scope, kind: 'sessions' | 'modern'): Promise<HttpServer> {
  return scope.use(await startHttpServer({ args: [join(BUNDLES, 'sdk-http.js'), kind] }));
}
