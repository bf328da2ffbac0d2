import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram, ended, openTree, spoken, testRounds } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { turnAll } from '../src/lib/local/turn-operations.ts';
import { currentOwner } from '../src/lib/lock/lock-owner.ts';
import { contentOf, recordingIn } from './recording.ts';

const PROCESSES = 4;
const ROUNDS = testRounds(2);
const NAMES = Array.from({ length: 60 }, (_, at) => `d/${at}`);

// Looks at the journal as soon as it is told to.
const READER = `
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openLocalHistory, placeJournal } from './kernel.js'
const [root, directory] = process.argv.slice(2)
const journal = placeJournal({ directory, maxBytes: 1e7, maxAgeDays: 30 })
const history = await openLocalHistory({ allow: [root], builtinDeny: false, fsync: false, journal })
await history.list()
writeSync(1, 'ready\\n')
await once(process.stdin, 'data')
const { undone } = await (await openLocalHistory({ allow: [root], builtinDeny: false, fsync: false, journal })).list()
process.exit([...undone].length === 2 ? 0 : 1)
`;

// No process has such an id.
const DEAD = currentOwner().replace(/^\d+/, String(2 ** 22 + 1));

it('what was being undone is finished by one process, whoever finds it at the same time', {
  timeout: 60_000 + 3000 * ROUNDS,
}, async () => {
  using program = createProgram([join(import.meta.dirname, '../src/internal/kernel.ts')], READER);
  for (let round = 0; round < ROUNDS; round += 1) {
    await using tree = await openTree(Object.fromEntries(NAMES.map((name) => [`work/${name}`, 'old'])));
    const { change, entries, past, place, history } = recordingIn(tree, { fsync: false });
    await change(
      ...NAMES.map((name) => ({ kind: 'write', path: tree.path('work', name), change: contentOf('new') }) as const),
    );
    await change({ kind: 'move', from: tree.path('work/d'), to: tree.path('work/n') });
    const operations = await entries();
    // As if the process had been killed between the two.
    await turnAll(past, { direction: 'undo', operations: operations.slice(0, 1) }, {});
    const children = Array.from({ length: PROCESSES }, () => program.start([tree.path('work'), place.directory]));
    await Promise.all(children.map(spoken));
    const plan = { direction: 'undo', ids: operations.map(({ id }) => id) };
    writeFileSync(join(place.records, `${DEAD}-${'0'.repeat(12)}.turn`), JSON.stringify(plan));
    for (const child of children) child.stdin?.end('now');
    expect(await Promise.all(children.map(ended))).toEqual(children.map(() => 0));
    expect([...(await history.list()).undone].reverse()).toEqual(plan.ids);
    expect(NAMES.map((name) => readFileSync(tree.path('work', name), 'utf8'))).toEqual(NAMES.map(() => 'old'));
    expect(readdirSync(place.records)).toEqual([]);
  }
});
