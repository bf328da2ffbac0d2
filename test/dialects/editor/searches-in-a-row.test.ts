import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Connection, connect, livingProcesses, openTree, outcomeOf, textOf } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';

const TIMEOUT = 60_000;
const FILES = 70;

// Few enough for the time limit of a search, however busy the machine is.
const HARD_FILES = 5;

// Each file keeps ripgrep busy until the pattern has taken more steps than it may.
const HARD = '^(?=a)(a+)+$';
const HARD_LINE = `${'a'.repeat(40)}b\n`;

function childrenOf(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

async function serve(root: string, wrapper: readonly string[] = []): Promise<Connection> {
  return await connect({ args: ['--dialect', 'editor'], cwd: root, wrapper });
}

// In a mount namespace of its own.
const WITHOUT_SHELL = ['unshare', '--mount', 'sh', '-c', 'mount --bind /dev/null /bin/sh && exec "$@"', 'sh'];

function worksWithoutShell(): boolean {
  const works = spawnSync('unshare', [...WITHOUT_SHELL.slice(1), 'true']).status === 0;
  if (!works) process.stderr.write('skipped: this machine lets nobody mount in a namespace of his own\n');
  return works;
}

function openLines(text: string, length = FILES) {
  return openTree(Object.fromEntries(Array.from({ length }, (_, index) => [`d${index % 7}/f${index}`, text])));
}

async function count(server: Connection, pattern: string): Promise<string> {
  return textOf(await server.call('grep', { pattern, output_mode: 'count', head_limit: 0 }));
}

describe.runIf(process.platform === 'linux')('searches in a row', () => {
  it('find the same, and leave no process behind that waits', { timeout: TIMEOUT }, async () => {
    await using tree = await openLines("it's a needle\n");
    await using server = await serve(tree.root);
    const first = await count(server, "it's a (?:needle)");
    expect(first.split('\n').length).toBeGreaterThanOrEqual(FILES);
    for (let again = 0; again < 3; again++) expect(await count(server, "it's a (?:needle)")).toBe(first);
    await vi.waitFor(() => expect(childrenOf(server.process.pid)).toEqual([]), { timeout: TIMEOUT });
  });

  it.runIf(worksWithoutShell())('find the same where there is no shell', { timeout: TIMEOUT }, async () => {
    await using tree = await openTree({ a: 'needle\n', b: 'needle\nneedle\n' });
    await using server = await serve(tree.root, WITHOUT_SHELL);
    for (let search = 0; search < 3; search++) expect(await count(server, 'needle')).toBe('a:1\nb:2');
  });

  it('find all though the shell that starts them is killed', { timeout: TIMEOUT }, async () => {
    await using tree = await openLines(HARD_LINE, HARD_FILES);
    writeFileSync(tree.path('soft'), 'needle\n');
    await using server = await serve(tree.root);
    await count(server, 'needle');
    const mark = `${HARD}|needle(?<!x${process.pid})`;
    const searching = server.call('grep', { pattern: mark, output_mode: 'count' });
    const findShell = (): number => {
      const parents = childrenOf(server.process.pid).filter((pid) => childrenOf(pid).length > 0);
      expect(parents).toHaveLength(1);
      return parents[0] ?? 0;
    };
    const shell = await vi.waitFor(findShell, { interval: 5, timeout: TIMEOUT });
    process.kill(shell, 'SIGKILL');
    const result = await searching;
    expect(textOf(result)).toBe('soft:1');
    expect(outcomeOf(result)).toMatchObject({ unreadable: HARD_FILES });
    await vi.waitFor(() => expect(livingProcesses(mark)).toEqual([]), { timeout: TIMEOUT });
  });

  it('end with the call that is cancelled, or the server', { timeout: TIMEOUT }, async () => {
    await using tree = await openLines(HARD_LINE.repeat(100));
    for (const end of ['cancel', 'SIGTERM'] as const) {
      await using server = await serve(tree.root);
      await count(server, 'needle');
      const mark = `${HARD}|(?<!${end}${process.pid})b`;
      const stop = new AbortController();
      const params = { name: 'grep', arguments: { pattern: mark, output_mode: 'count' } };
      const searching = server.client.callTool(params, undefined, { signal: stop.signal });
      searching.catch(() => undefined);
      await vi.waitFor(() => expect(livingProcesses(mark)).not.toEqual([]), { timeout: TIMEOUT });
      if (end === 'cancel') stop.abort();
      else server.process.kill(end);
      await vi.waitFor(() => expect(livingProcesses(mark)).toEqual([]), { timeout: TIMEOUT });
    }
  });
});
