import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Connection, connect, textOf } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, machine, startMooseFs } from './moosefs.ts';

// Started before the tests, which are left out where it cannot be.
const started = await startMooseFs().catch((error: Error) => error.message);
const reason = typeof started === 'string' ? ` (left out: ${started})` : '';
const ROUNDS = process.env.CI ? 200 : 60;
const KILLED = process.env.CI ? 20 : 6;

/** A server on a machine of its own that has the tree at `workdir`. */
const serverOn = (name: string, workdir: string, dialect = 'editor'): Promise<Connection> =>
  connect({ wrapper: machine(name), args: ['--dialect', dialect, '--workdir', workdir, workdir] });

const edit = (path: string, old_str: string, new_str: string) => ['str_replace', { path, old_str, new_str }] as const;
const codeOf = (result: Awaited<ReturnType<Connection['call']>>) =>
  (result._meta?.['dragoman/error'] as { code?: string } | undefined)?.code;

describe.skipIf(typeof started === 'string')(`two servers on two machines that share MooseFS${reason}`, () => {
  let cluster: Cluster;
  let one: Connection;
  let two: Connection;

  beforeAll(async () => {
    cluster = started as Cluster;
    [one, two] = await Promise.all([serverOn('machine-one', cluster.one), serverOn('machine-two', cluster.two)]);
  }, 60_000);

  afterAll(async () => {
    await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
    await cluster[Symbol.asyncDispose]();
  });

  it(`lose none of ${2 * ROUNDS} edits of one file`, { timeout: 300_000 }, async () => {
    writeFileSync(join(cluster.one, 'list'), 'END\n');
    const acknowledged: string[] = [];
    const editing = async (server: Connection, name: string, from: number) => {
      for (let at = from; at < ROUNDS; at += 4) {
        const line = `${name} ${at}`;
        const result = await server.call(...edit('list', 'END', `${line}\nEND`));
        expect([line, result.isError ? textOf(result) : 'edited']).toEqual([line, 'edited']);
        acknowledged.push(line);
      }
    };
    const callers = [0, 1, 2, 3].flatMap((from) => [editing(one, 'one', from), editing(two, 'two', from)]);
    await Promise.all(callers);
    const lines = readFileSync(join(cluster.two, 'list'), 'utf8').split('\n');
    expect(lines.toSorted()).toEqual([...acknowledged, 'END', ''].toSorted());
  });

  it(`show a reader on the other machine whole files only, in ${5 * ROUNDS} replacements`, {
    timeout: 300_000,
  }, async () => {
    const contentOf = (round: number) => `${round % 10}`.repeat(100_000);
    writeFileSync(join(cluster.one, 'large'), contentOf(0));
    let isOver = false;
    const writing = (async () => {
      for (let round = 1; round <= 5 * ROUNDS; round += 1) {
        const result = await one.call('create_file', { path: 'large', content: contentOf(round) });
        if (result.isError) throw new Error(textOf(result));
      }
    })().finally(() => {
      isOver = true;
    });
    let seen = 0;
    const torn: string[] = [];
    while (!isOver) {
      const text = readFileSync(join(cluster.two, 'large'), 'utf8');
      if (text !== contentOf(Number(text[0]))) torn.push(text.slice(0, 100));
      seen += 1;
      await new Promise(setImmediate);
    }
    await writing;
    expect([torn, seen > 10]).toEqual([[], true]);
  });

  it('name the machine that holds a file, and go on when its process is killed', { timeout: 60_000 }, async () => {
    writeFileSync(join(cluster.one, 'held'), 'END\n');
    await two.call(...edit('held', 'END', 'first\nEND'));
    await using other = await serverOn('machine-three', cluster.one);
    const node = nodeUnder(other.process.pid ?? 0);
    const isHeld = await stoppedWhileHolding(node, other);
    expect(isHeld).toBe(true);
    const refused = await two.call(...edit('held', 'END', 'second\nEND'));
    expect(codeOf(refused)).toBe('CONFLICT');
    expect(textOf(refused)).toMatch(
      /^Error: Cannot write ".*held": machine-three has been writing it since 20\d\d-.*Z$/,
    );
    process.kill(node, 'SIGKILL');
    const result = await two.call(...edit('held', 'END', 'second\nEND'));
    expect(result.isError).toBeUndefined();
    expect(readFileSync(join(cluster.two, 'held'), 'utf8')).toContain('first\n');
  });

  it(`make all of a patch or none of it, though its machine's server is killed, in ${KILLED} rounds`, {
    timeout: 300_000,
  }, async () => {
    const at = (mount: string) => join(mount, 'patched');
    mkdirSync(at(cluster.one));
    for (const [name, text] of Object.entries(patched(0))) writeFileSync(join(at(cluster.one), name), text);
    let done = 0;
    for (let round = 0; round < KILLED; round += 1) {
      const mounts = round % 2 === 0 ? ([cluster.one, cluster.two] as const) : ([cluster.two, cluster.one] as const);
      const [mine, other] = [at(mounts[0]), at(mounts[1])];
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

  it('answer truly when the file system stands still in the middle of calls', { timeout: 120_000 }, async () => {
    writeFileSync(join(cluster.one, 'stalled'), 'END\n');
    const calls = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? one : two).call(...edit('stalled', 'END', `${at}\nEND`)),
    );
    for (const pid of cluster.engine) process.kill(pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 4000));
    for (const pid of cluster.engine) process.kill(pid, 'SIGCONT');
    const results = await Promise.all(calls);
    const made = results.flatMap((result, at) => (result.isError ? [] : [`${at}`]));
    const lines = readFileSync(join(cluster.two, 'stalled'), 'utf8').trimEnd().split('\n');
    expect(lines.toSorted()).toEqual([...made, 'END'].toSorted());
    for (const result of results.filter(({ isError }) => isError))
      expect(codeOf(result)).toMatch(/^(?:CONFLICT|IO_ERROR)$/);
  });

  it('show nothing from outside while the other machine exchanges a directory for a link', {
    timeout: 60_000,
  }, async () => {
    mkdirSync(join(cluster.one, 'tree/d'), { recursive: true });
    mkdirSync(join(cluster.one, 'private'));
    writeFileSync(join(cluster.one, 'tree/d/f'), 'inside\n');
    writeFileSync(join(cluster.one, 'private/f'), 'PRIVATE\n');
    await using confined = await serverOn('machine-four', join(cluster.one, 'tree'));
    const at = (name: string) => join(cluster.two, 'tree', name);
    const answers: string[] = [];
    for (let round = 0; round < 100; round += 1) {
      renameSync(at('d'), at('e'));
      symlinkSync('../private', at('d'));
      const reading = [confined.call('view', { path: 'd/f' }), confined.call(...edit('d/f', 'PRIVATE', 'changed'))];
      rmSync(at('d'));
      renameSync(at('e'), at('d'));
      for (const result of await Promise.all(reading)) answers.push(textOf(result));
    }
    expect(answers.filter((text) => text.includes('PRIVATE\n') || text.includes('\tPRIVATE'))).toEqual([]);
    expect(readFileSync(join(cluster.one, 'private/f'), 'utf8')).toBe('PRIVATE\n');
  });

  it('keep their locks out of every answer', async () => {
    expect(readdirSync(cluster.one)).toContain('.dragoman');
    expect(readFileSync(join(cluster.one, '.dragoman/.gitignore'), 'utf8')).toBe('*\n');
    expect(textOf(await one.call('view', { path: '.' }))).not.toContain('.dragoman');
    expect(textOf(await one.call('glob', { pattern: '**/.dragoman/**' }))).not.toContain('locks');
    expect(codeOf(await one.call('view', { path: '.dragoman' }))).toBe('ACCESS_DENIED');
    expect(codeOf(await one.call('create_file', { path: '.dragoman/x', content: '' }))).toBe('ACCESS_DENIED');
  });

  /** Stops a server at a moment at which it holds the lock of a file. */
  async function stoppedWhileHolding(pid: number, server: Connection): Promise<boolean> {
    const locks = join(cluster.two, '.dragoman/locks');
    let isOver = false;
    void (async () => {
      while (!isOver) await server.call(...edit('held', 'END', 'x\nEND')).catch(() => undefined);
    })();
    try {
      for (let round = 0; round < 500; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 3 + (round % 7)));
        process.kill(pid, 'SIGSTOP');
        if (readdirSync(locks).some((name) => isLockedBy('machine-three', join(locks, name)))) return true;
        process.kill(pid, 'SIGCONT');
      }
      return false;
    } finally {
      isOver = true;
    }
  }
});

type Files = Readonly<Record<string, string>>;

/** What the files say after so many patches. */
function patched(now: number): Files {
  const edited = Object.fromEntries(NUMBERS.map((at) => [`f${at}`, `${now}`]));
  return { ...edited, [`moved-${now % 2}`]: 'kept\n' };
}

const NUMBERS = [0, 1, 2, 3];

function patchTo(now: number): string {
  const edits = NUMBERS.flatMap((at) => [`*** Update File: f${at}`, `-${now - 1}`, `+${now}`]);
  const move = [`*** Update File: moved-${(now + 1) % 2}`, `*** Move to: moved-${now % 2}`];
  return ['*** Begin Patch', ...edits, ...move, '*** End Patch'].join('\n');
}

function filesIn(directory: string): Files {
  const names = readdirSync(directory).filter((name) => name !== '.dragoman');
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

/** What processes have recorded in a tree that they are about to change there. */
function recordsIn(tree: string): string[] {
  const directory = join(tree, '.dragoman/transactions');
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.jsonl')) : [];
}

interface Patching {
  /** The tree as the other machine has it. */
  readonly watched: string;
  /** How many patches its files have seen. */
  readonly done: number;
}

/** Lets a server apply one patch after the other, and kills it while a record is there; gives the patches it answered. */
async function killedInAPatch(server: Connection, { watched, done }: Patching): Promise<number> {
  await using dying = server;
  const node = nodeUnder(dying.process.pid ?? 0);
  let answered = done;
  const patching = (async () => {
    for (;;) {
      const result = await dying.call('apply_patch', { input: patchTo(answered + 1) });
      if (result.isError) throw new Error(textOf(result));
      answered += 1;
    }
  })().catch((error: Error) => error.message);
  // Stopped first: what is seen then is still so when it is killed.
  for (;;) {
    await expect.poll(() => recordsIn(watched), { interval: 1 }).not.toEqual([]);
    process.kill(node, 'SIGSTOP');
    if (recordsIn(watched).length > 0) break;
    process.kill(node, 'SIGCONT');
  }
  process.kill(node, 'SIGKILL');
  expect(await patching).toMatch(/closed/i);
  return answered;
}

function isLockedBy(name: string, path: string): boolean {
  return spawnSync('flock', ['--nonblock', path, 'true']).status === 1 && readFileSync(path, 'utf8').includes(name);
}

/** The process of Node that `unshare` has started. */
function nodeUnder(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const [child] = children;
  if (child === undefined || !existsSync(`/proc/${child}`)) throw new Error('The server has no process');
  return child;
}
