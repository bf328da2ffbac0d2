import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openTree, type ServedDialect, serveBuilt, type TemporaryTree, testRounds } from '@dragoman/testing';
import { expect, it } from 'vitest';

type Files = Readonly<Record<string, string>>;

// What lies below this, the transactions, has rounds of its own.
const ROUNDS = testRounds(5);

// In memory a sync costs nothing, so that most of the time is spent between the steps.
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

// Such a place is denied otherwise.
const OPTIONS = { args: ['--no-builtin-deny'] };

/** Files after `now` patches, for each kind of section, and the section that brings them there. */
const WAYS: readonly {
  readonly files: (i: number, now: number) => Files;
  readonly section: (i: number, now: number) => readonly string[];
}[] = [
  {
    files: (i, now) => ({ [`edited${i}`]: `kept\n${now}\nkept\n` }),
    section: (i, now) => [`*** Update File: edited${i}`, ' kept', `-${now - 1}`, `+${now}`],
  },
  {
    files: (i, now): Files => (now % 2 === 1 ? { [`made/for${i}/file`]: `${now}\n` } : {}),
    section: (i, now) =>
      now % 2 === 1 ? [`*** Add File: made/for${i}/file`, `+${now}`] : [`*** Delete File: made/for${i}/file`],
  },
  {
    files: (i, now) => ({ [`moved${i}-${now % 2}`]: `${now}\nkept\n` }),
    section: (i, now) => [
      `*** Update File: moved${i}-${(now + 1) % 2}`,
      `*** Move to: moved${i}-${now % 2}`,
      `-${now - 1}`,
      `+${now}`,
    ],
  },
  {
    files: (i, now) => ({ [`named${i}/${now % 2}`]: 'kept\n' }),
    section: (i, now) => [`*** Update File: named${i}/${(now + 1) % 2}`, `*** Move to: named${i}/${now % 2}`],
  },
];

const wayOf = (i: number) => WAYS[i % WAYS.length] as (typeof WAYS)[number];
const each = (count: number) => Array.from({ length: count }, (_, i) => i);

function filesAfter(now: number, count: number): Files {
  return Object.assign({}, ...each(count).map((i) => wayOf(i).files(i, now)));
}

function patchTo(now: number, count: number): string {
  return ['*** Begin Patch', ...each(count).flatMap((i) => wayOf(i).section(i, now)), '*** End Patch'].join('\n');
}

it(`leaves all of a patch of 2 to 30 files or none if it is killed, once the next server has started (${ROUNDS} rounds)`, {
  timeout: 60_000 + 2000 * ROUNDS,
}, async () => {
  let inTheMiddle = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const count = 2 + (round % 29);
    await using tree = await openTree(filesAfter(0, count), home);
    const answered = await killedAfter(tree, count);
    if (isInTheMiddle(tree, answered, count)) inTheMiddle += 1;
    await using next = await serveBuilt('codex', tree, OPTIONS);
    expect((await next.call('read_file', { file_path: next.path('edited0') })).isError).toBe(false);
    expect([filesAfter(answered, count), filesAfter(answered + 1, count)]).toContainEqual(filesIn(tree));
  }
  console.info(`${ROUNDS} killed, ${inTheMiddle} of them with some files new and others old`);
});

/** Lets a server apply one patch after the other, kills it at some moment, and gives the number of its answers. */
async function killedAfter(tree: TemporaryTree, count: number): Promise<number> {
  await using server = await serveBuilt('codex', tree, OPTIONS);
  const patches = applyAll(server, count);
  await patches.first;
  await delay(Math.random() * 30);
  if (server.pid === undefined) throw new Error('The server has no process');
  process.kill(server.pid, 'SIGKILL');
  return patches.answered;
}

function applyAll(server: ServedDialect, count: number) {
  const apply = (now: number) => server.call('apply_patch', { input: patchTo(now, count) });
  const first = apply(1).then(({ isError, text }) => expect([isError, text]).toEqual([false, expect.any(String)]));
  const answered = first.then(async () => {
    for (let now = 2; ; now += 1) {
      const answer = await apply(now).catch(() => null);
      if (answer === null) return now - 1;
      expect([answer.isError, answer.text]).toEqual([false, expect.any(String)]);
    }
  });
  return { first, answered };
}

/** True if the tree is neither as it was nor as it shall be. */
function isInTheMiddle(tree: TemporaryTree, answered: number, count: number): boolean {
  const found = JSON.stringify(sorted(filesIn(tree)));
  return ![answered, answered + 1].some((now) => JSON.stringify(sorted(filesAfter(now, count))) === found);
}

function sorted(files: Files): Files {
  return Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Every file of the tree with what it says; a temporary one is one, too. */
function filesIn({ root }: TemporaryTree): Files {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]));
}
