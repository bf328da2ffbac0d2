import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { codeOf, edit, type Machines, nodeOf, ROUNDS, serverOn } from './machines.ts';
import { filesIn, killedInAPatch, patched, recordsIn } from './patches.ts';

const DEATHS = Math.ceil(ROUNDS / 5);

/** Tests that the unfinished work of a killed server holds nobody up. */
export function describeDeaths({ mounts, two }: Machines): void {
  it('name the machine that holds a file, and go on when its process is killed', { timeout: 120_000 }, async () => {
    writeFileSync(join(mounts.one, 'held'), 'END\n');
    await two.call(...edit('held', 'END', 'first\nEND'));
    await using other = await serverOn('machine-three', mounts.one);
    const node = nodeOf(other);
    expect(await stoppedWhileHolding(node, other)).toBe(true);
    const refused = await two.call(...edit('held', 'END', 'second\nEND'));
    expect(codeOf(refused)).toBe('CONFLICT');
    expect(textOf(refused)).toMatch(
      /^Error: Cannot write ".*held": machine-three has been writing it since 20\d\d-.*Z$/,
    );
    process.kill(node, 'SIGKILL');
    const since = performance.now();
    const result = await two.call(...edit('held', 'END', 'second\nEND'));
    console.info(`the next writer went on after ${Math.round(performance.now() - since)} ms`);
    expect([result.isError, textOf(result)]).toEqual([undefined, expect.any(String)]);
    expect(readFileSync(join(mounts.two, 'held'), 'utf8')).toMatch(/first\n(?:x\n)*second\n/);
  });

  it(`make all of a patch or none of it, though its server is killed, in ${DEATHS} rounds`, {
    timeout: 60_000 + 10_000 * DEATHS,
  }, async () => {
    const at = (mount: string) => join(mount, 'patched');
    mkdirSync(at(mounts.one));
    for (const [name, text] of Object.entries(patched(0))) writeFileSync(join(at(mounts.one), name), text);
    let done = 0;
    for (let round = 0; round < DEATHS; round += 1) {
      const turns = [at(mounts.one), at(mounts.two)];
      const [mine = '', other = ''] = round % 2 === 0 ? turns : turns.reverse();
      done = await killedInAPatch(await serverOn(`dying-${round}`, mine, 'codex'), { watched: other, done });
      expect(recordsIn(other)).toHaveLength(1);
      await using next = await serverOn(`next-${round}`, other, 'codex');
      expect((await next.call('read_file', { file_path: join(other, 'f0') })).isError).toBeFalsy();
      const found = filesIn(other);
      expect([patched(done), patched(done + 1)]).toContainEqual(found);
      expect(recordsIn(other)).toEqual([]);
      done = Number(found.f0);
    }
  });

  /** Stops a server at a moment at which it holds the lock of a file. */
  async function stoppedWhileHolding(pid: number, server: Connection): Promise<boolean> {
    const locks = join(mounts.two, '.dragoman/locks');
    let isOver = false;
    void (async () => {
      while (!isOver) await server.call(...edit('held', 'END', 'x\nEND')).catch(() => undefined);
    })();
    try {
      for (let round = 0; round < 500; round += 1) {
        await delay(3 + (round % 7));
        process.kill(pid, 'SIGSTOP');
        if (existsSync(locks) && holdersIn(locks).some((path) => isLockedBy('machine-three', path))) return true;
        process.kill(pid, 'SIGCONT');
      }
      return false;
    } finally {
      isOver = true;
    }
  }
}

/** The files that tell who holds a lock: each has the name of its lock, and a number of a user. */
function holdersIn(locks: string): string[] {
  return readdirSync(locks)
    .filter((name) => name.includes('.'))
    .map((name) => join(locks, name));
}

function isLockedBy(name: string, holder: string): boolean {
  const lock = holder.slice(0, holder.lastIndexOf('.'));
  return spawnSync('flock', ['--nonblock', lock, 'true']).status === 1 && readFileSync(holder, 'utf8').includes(name);
}
