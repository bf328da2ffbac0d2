import { closeSync, fsyncSync, openSync, readSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

// What each task costs in bare Node: nothing is checked, nothing is kept, nothing is told.

interface Task {
  readonly path: string;
  readonly content: string;
}

const TASKS: Readonly<Record<string, (task: Task) => void>> = {
  nothing() {},
  write: ({ path, content }) => writeFileSync(path, content),
  replace({ path, content }) {
    const fd = openSync(`${path}.tmp`, 'wx', 0o644);
    writeSync(fd, content);
    fsyncSync(fd);
    closeSync(fd);
    renameSync(`${path}.tmp`, path);
    const directory = openSync(dirname(path), 'r');
    fsyncSync(directory);
    closeSync(directory);
  },
  head({ path }) {
    const fd = openSync(path, 'r');
    readSync(fd, new Uint8Array(4096), 0, 4096, 0);
    closeSync(fd);
  },
};

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
  TASKS[method]?.(params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
});
