import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';

/** A client of a server at the other end of two pipes, with as little code as possible. */
export interface PipeClient extends AsyncDisposable {
  readonly pid: number;
  /**
   * Sends a request and resolves with its result.
   * @throws Error for an answer that is an error
   */
  request(method: string, params: unknown): Promise<unknown>;
}

interface Response {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Starts a Node program that speaks JSON-RPC, one message a line. @param env added to what a program needs at all */
export function startServer(args: readonly string[], env: Readonly<Record<string, string>> = {}): PipeClient {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const waiting = new Map<number, (response: Response) => void>();
  let lastId = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const response = JSON.parse(line) as Response;
    waiting.get(response.id)?.(response);
    waiting.delete(response.id);
  });
  return {
    pid: child.pid ?? -1,
    async request(method, params) {
      const id = ++lastId;
      const responded = new Promise<Response>((resolve) => waiting.set(id, resolve));
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { result, error } = await responded;
      if (error !== undefined) throw new Error(error.message);
      return result;
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
