import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { plantTree, type TreeNode } from '@dragoman/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import type { Machine } from './machine.ts';

/** Result of a program that ended. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly args?: readonly string[];
  /** Directory in the spelling of Windows. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServeOptions extends StartOptions {
  readonly clientName?: string;
}

/** A directory of drive `C:`. */
export interface Folder extends Disposable {
  /** Directory in the spelling of Windows. */
  readonly root: string;
  /** The same directory outside of Wine. */
  readonly outside: string;
  /** The path of an entry as Windows names it; `/` between names. */
  path(relativePath: string): string;
}

export interface WindowsServer extends AsyncDisposable {
  readonly client: Client;
  readonly log: string;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
}

/** Windows, as the tests use it. */
export interface Windows extends AsyncDisposable {
  /** True if a program runs that a test started. */
  readonly isBusy: boolean;
  folder(nodes?: Readonly<Record<string, TreeNode>>): Folder;
  /** Runs the command line of the app `dragoman` to its end. */
  dragoman(options: StartOptions & { readonly input?: string }): Promise<ProgramResult>;
  /** The short (8.3) name of an entry. */
  shortName(directory: string, name: string): Promise<string>;
  /** Starts `dragoman-mcp` and connects a client to it. */
  serve(options?: ServeOptions): Promise<WindowsServer>;
}

const APPS = 'C:\\app\\node_modules';
const SERVER = `${APPS}\\@dragoman\\mcp-stdio\\dist\\main.js`;
const COMMAND = `${APPS}\\dragoman\\dist\\main.js`;

/** Result of `useWindows`: call it in a test or a hook. */
export interface UsedWindows {
  (): Windows;
  /** The reason why there is none, and all tests of the file are skipped; null if there is one. */
  readonly missing: string | null;
}

/** Windows for the tests of a file. */
export function useWindows(): UsedWindows {
  const machine = inject('machine');
  const missing = 'missing' in machine ? machine.missing : null;
  let windows: Windows | undefined;
  beforeAll(async () => {
    if (!('missing' in machine)) windows = await openWindows(machine);
  });
  beforeEach(async (context) => {
    if (missing !== null) context.skip(missing);
    const isSecondTry = (context.task.result?.retryCount ?? 0) > 0;
    if (!isSecondTry || windows?.isBusy !== true || 'missing' in machine) return;
    // What the first try started has not ended, and perhaps nothing will.
    await windows[Symbol.asyncDispose]();
    windows = await openWindows(machine);
  });
  afterAll(() => windows?.[Symbol.asyncDispose]());
  const used = (): Windows => {
    if (windows === undefined) throw new Error('Windows has not started');
    return windows;
  };
  return Object.assign(used, { missing });
}

/** Starts the bridge in a machine that `machine.ts` has set up. */
async function openWindows({ drive, environment }: Exclude<Machine, { missing: string }>): Promise<Windows> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const bridge = spawn('wine', ['C:\\node\\node.exe', 'C:\\bridge.cjs', String(port)], {
    env: environment,
    cwd: drive,
    stdio: 'ignore',
  });
  const [socket] = (await Promise.race([once(listener, 'connection'), failure(bridge)])) as [Socket];
  const processes = processesOver(socket);
  const outputOf = async (...command: readonly string[]): Promise<string> => {
    const run = `const [program, ...words] = process.argv.slice(1);
      process.stdout.write(require('node:child_process').execFileSync(program, words))`;
    return (await processes.start('-e', { args: [run, ...command] }).ended).stdout;
  };
  let folders = 0;
  return {
    get isBusy() {
      return processes.running > 0;
    },
    folder(nodes = {}) {
      folders += 1;
      const name = `folder ${process.pid} ${folders}`;
      const outside = join(drive, 'work', name);
      mkdirSync(outside, { recursive: true });
      plantTree(outside, nodes);
      const root = `C:\\work\\${name}`;
      return {
        root,
        outside,
        path: (relativePath) => `${root}\\${relativePath.replaceAll('/', '\\')}`,
        [Symbol.dispose]: () => rmSync(outside, { recursive: true, force: true }),
      };
    },
    async dragoman({ input = '', ...options }) {
      const child = processes.start(COMMAND, options);
      child.write(input);
      child.end();
      return await child.ended;
    },
    async shortName(directory, name) {
      const stdout = await outputOf('cmd.exe', '/c', 'dir', '/x', directory);
      const line = stdout.split(/\r?\n/).find((text) => text.endsWith(` ${name}`)) ?? '';
      return line.slice(0, -name.length).trim().split(/ +/).at(-1) ?? '';
    },
    async serve({ clientName = 'test', ...options } = {}) {
      const child = processes.start(SERVER, options);
      const client = new Client({ name: clientName, version: '1.0.0' });
      await client.connect(transportOver(child));
      return {
        client,
        get log() {
          return child.errors();
        },
        call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as CallToolResult,
        async [Symbol.asyncDispose]() {
          await client.close();
          child.kill();
          await child.ended;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      socket.end();
      listener.close();
      if (processes.running > 0) bridge.kill('SIGKILL');
      if (bridge.exitCode === null && bridge.signalCode === null) await once(bridge, 'close');
    },
  };
}

async function failure(bridge: ChildProcess): Promise<never> {
  const [code] = await once(bridge, 'close');
  throw new Error(`Node does not run under Wine: it ended with ${code}`);
}

interface WindowsProcess {
  readonly output: EventEmitter<{ data: [Buffer] }>;
  readonly ended: Promise<ProgramResult>;
  errors(): string;
  write(text: string): void;
  /** Ends its input. */
  end(): void;
  kill(): void;
}

interface BridgeMessage {
  readonly id: number;
  readonly stream?: 'stdout' | 'stderr';
  readonly text?: string;
  readonly code?: number | null;
}

function processesOver(socket: Socket) {
  const known = new Map<number, (message: BridgeMessage) => void>();
  let running = 0;
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line) as BridgeMessage;
    known.get(message.id)?.(message);
  });
  const tell = (message: object): void => void socket.write(`${JSON.stringify(message)}\n`);
  return {
    get running() {
      return running;
    },
    start(program: string, { args = [], cwd = 'C:\\', env = {} }: StartOptions): WindowsProcess {
      const id = known.size;
      const output = new EventEmitter<{ data: [Buffer] }>();
      const said = { stdout: '', stderr: '' };
      const ended = new Promise<ProgramResult>((resolve) => {
        known.set(id, ({ stream, text = '', code = null }) => {
          if (stream === undefined) {
            running -= 1;
            resolve({ code, ...said });
          } else said[stream] += text;
          if (stream === 'stdout') output.emit('data', Buffer.from(text));
        });
      });
      running += 1;
      tell({ id, action: 'start', args: [program, ...args], cwd, env });
      return {
        output,
        ended,
        errors: () => said.stderr,
        write: (text) => tell({ id, action: 'write', text }),
        end: () => tell({ id, action: 'end' }),
        kill: () => tell({ id, action: 'kill' }),
      };
    },
  };
}

function transportOver(child: WindowsProcess): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    async start() {
      child.output.on('data', (chunk) => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message; message = buffer.readMessage())
          transport.onmessage?.(message);
      });
      void child.ended.then(() => transport.onclose?.());
    },
    send: async (message) => child.write(serializeMessage(message)),
    async close() {
      child.end();
      transport.onclose?.();
    },
  };
  return transport;
}
