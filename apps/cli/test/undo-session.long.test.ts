import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { openTree, testRounds } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { countWhole, nameOf, recordWrites, runLimited, startLimited } from './many-operations.ts';

const COUNT = testRounds(1) > 1 ? 5000 : 3000;
const SAID = COUNT.toLocaleString('en');
const DESCRIPTORS = 1024;
const UNDO = ['undo', '--session', 'last'] as const;

it.skipIf(process.platform === 'win32')(
  `undo of ${SAID} writes works, says how far it is, and goes on after a kill`,
  {
    timeout: 900_000,
  },
  async () => {
    await using tree = await openTree({ work: null });
    await recordWrites(tree, COUNT);
    const foreign = COUNT - 1201;
    writeFileSync(tree.path('work', nameOf(foreign)), 'by hand');
    const stopped = await runLimited(tree, DESCRIPTORS, ...UNDO);
    expect(stopped.stderr).toMatch(new RegExp(`^undo: [\\d,]+ of ${SAID}, \\d+ s\n`));
    expect(stopped.stderr.endsWith(`dragoman: Stopped there: 1,200 of ${SAID} operations are undone\n`)).toBe(true);
    expect(await countWhole(tree, COUNT)).toEqual({ done: COUNT - 1200, halfDone: 0 });

    writeFileSync(tree.path('work', nameOf(foreign)), `${foreign}`);
    const child = startLimited(tree, { descriptors: DESCRIPTORS }, UNDO);
    if (child.stderr !== null) await once(child.stderr, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const { done, halfDone } = await countWhole(tree, COUNT);
    expect(halfDone).toBe(0);
    expect(done).toBeLessThan(COUNT - 1200);

    const { stdout, code } = await runLimited(tree, DESCRIPTORS, ...UNDO);
    expect([stdout.match(/^Undid /gm)?.length, code]).toEqual([done, 0]);
    expect(readdirSync(tree.path('work')).filter((name) => readdirSync(tree.path('work', name)).length > 0)).toEqual(
      [],
    );
  },
);
