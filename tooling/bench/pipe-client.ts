import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { placeServer } from './apart.ts';
import { peakMemory } from './peak-memory.ts';

/** A client of a server at the other end of two pipes, with as little code as possible. */
export interface PipeClient extends AsyncDisposable {
  readonly pid: number;
  /**
   * Sends a request and resolves with its result.
   * @throws Error for an answer that is an error
   */
  request(method: string, params: unknown): Promise<unknown>;
  /** The most memory that the process had resident so far, in MB; null if the system does not tell. */
  peakMemory(): number | null;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Starts a Node program that speaks JSON-RPC, one message a line. @param env added to what a program needs at all */
export function startServer(args: readonly string[], env: Readonly<Record<string, string>> = {}): PipeClient {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  placeServer(child.pid);
  const ended = once(child, 'close');
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  child.stdout.on(
    'data',
    lineSplitter((line) => {
      const answer = JSON.parse(line) as Answer;
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }),
  );
  return {
    pid: child.pid ?? -1,
    async request(method, params) {
      const id = ++lastId;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { result, error } = await answered;
      if (error !== undefined) throw new Error(error.message);
      return result;
    },
    peakMemory: () => peakMemory(child.pid),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}

function lineSplitter(onLine: (line: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      onLine(Buffer.concat([...parts, chunk.subarray(from, end)]).toString());
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  };
}
