import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepsTimes } from '@dragoman/fs-core/internal/index-kit';
import { type Connection, connect, openTree, PATIENCE } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';

const FILES = 20_000;
const FILES_A_DIRECTORY = 200;
// ripgrep has no short cut for it, and looks at every word of every file.
const SLOW = '(?<!x)(\\w+ )+xyzzy';
const LINES = 'the quick brown fox jumps over the lazy dog and runs away\n'.repeat(12);

function plant(root: string): void {
  for (let file = 0; file < FILES; file++) {
    const directory = join(root, `part-${Math.floor(file / FILES_A_DIRECTORY)}`);
    if (file % FILES_A_DIRECTORY === 0) mkdirSync(directory);
    writeFileSync(join(directory, `file-${file}`), file === 7_777 ? `${LINES}needle\n` : LINES);
  }
}

/** The nice values of the threads of a process, the 19th field of proc(5)'s `stat`. */
function nicesOf(pid: number | undefined): number[] {
  const threads = join('/proc', `${pid}`, 'task');
  return readdirSync(threads).flatMap((thread) => {
    try {
      const stat = readFileSync(join(threads, thread, 'stat'), 'latin1');
      return [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
    } catch {
      return [];
    }
  });
}

const isKept = (cache: string): boolean => {
  const place = join(cache, 'dragoman/index');
  return existsSync(place) && readdirSync(place).some((name) => existsSync(join(place, name, 'manifest')));
};

async function find(server: Connection, pattern: string): Promise<unknown> {
  return (await server.call('Grep', { pattern, output_mode: 'files_with_matches' })).content;
}

describe.skipIf(process.platform !== 'linux')('a tree in which searches are slow', () => {
  it('gets an index unasked, from a thread of the lowest priority', { timeout: 300_000 }, async (context) => {
    await using place = await openTree({ tree: null, cache: null });
    const [root, cache] = [place.path('tree'), place.path('cache')];
    context.skip(!keepsTimes(root), 'The file system keeps no times of stores into a mapping');
    plant(root);
    const options = { cwd: root, env: { XDG_CACHE_HOME: cache } };
    const args = ['--dialect', 'claude-code', '--log-level', 'debug'];
    {
      await using off = await connect({ ...options, args: [...args, '--index', 'off'] });
      for (let search = 0; search < 2; search++) await find(off, SLOW);
      expect(existsSync(join(cache, 'dragoman'))).toBe(false);
    }
    {
      await using server = await connect({ ...options, args });
      await untilItBuilds(server);
      server.process.stdin.end();
      expect(await server.ended).toEqual({ code: 0, signal: null });
    }
    await using server = await connect({ ...options, args });
    const before = await find(server, 'needle');
    expect(nicesOf(server.process.pid)).not.toContain(19);
    if (!isKept(cache)) await untilItBuilds(server);
    await vi.waitFor(() => expect(isKept(cache)).toBe(true), { timeout: 200_000, interval: 50 });
    for (let search = 0; search < 2; search++) await find(server, SLOW);
    expect(await find(server, 'needle')).toEqual(before);
    expect(server.log).toContain('search reads some files');
  });
});

/** Until a thread has the lowest priority. */
async function untilItBuilds(server: Connection): Promise<void> {
  await vi.waitFor(async () => {
    await find(server, SLOW);
    expect(nicesOf(server.process.pid)).toContain(19);
  }, PATIENCE);
}
