import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

// A server in bare Node that does each task by the fewest calls: the reference for what Dragoman's checks add.

interface Task {
  readonly path: string;
  readonly content: string;
  readonly from: string;
  readonly to: string;
}

const TASKS: Readonly<Record<string, (task: Task) => unknown>> = {
  nothing() {},
  send: ({ path }) => readFileSync(path, 'utf8'),
  write: ({ path, content }) => writeFileSync(path, content),
  replace: writeSynced,
  edit: ({ path, from, to }) => writeSynced({ path, content: readFileSync(path, 'utf8').replace(from, to) }),
  /** Sends the content twice: as text, and as structured content. */
  sendTwice({ path }) {
    const structuredContent = { content: readFileSync(path, 'utf8') };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  },
  hash({ path }) {
    const hash = createHash('sha256');
    const chunk = new Uint8Array(256 * 1024);
    const fd = openSync(path, 'r');
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) hash.update(chunk.subarray(0, read));
    closeSync(fd);
    return { version: hash.digest('hex') };
  },
  list: ({ path }) => ({ names: readdirSync(path) }),
  head({ path }) {
    const fd = openSync(path, 'r');
    readSync(fd, new Uint8Array(4096), 0, 4096, 0);
    closeSync(fd);
  },
};

function writeSynced({ path, content }: Pick<Task, 'path' | 'content'>): void {
  const fd = openSync(`${path}.tmp`, 'wx', 0o644);
  writeSync(fd, content);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(`${path}.tmp`, path);
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

let parts: Buffer[] = [];
process.stdin.on('data', (chunk: Buffer) => {
  const end = chunk.indexOf(0x0a);
  parts.push(end === -1 ? chunk : chunk.subarray(0, end));
  if (end === -1) return;
  const { id, method, params } = JSON.parse(Buffer.concat(parts).toString()) as {
    readonly id: number;
    readonly method: string;
    readonly params: Task;
  };
  parts = [chunk.subarray(end + 1)];
  const result = TASKS[method]?.(params) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
