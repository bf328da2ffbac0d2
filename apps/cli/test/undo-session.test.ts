import { readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { CLI, hasPseudoTerminals, inTerminal, NODE, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { commandsIn } from './journal-commands.ts';
import { countWhole, nameOf, recordWrites, runLimited } from './many-operations.ts';

const COUNT = 120;
// More than Node needs for itself, and fewer than there are files.
const DESCRIPTORS = 100;

/** An option of Node by which each file takes some time to go, and the process with the last of so many. */
const slowly = (ms: number, killedAt = 0): Record<string, string> => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { unlinkSync } = fs;
    let count = 0;
    fs.unlinkSync = (path) => {
      unlinkSync(path);
      if (!/[/]f\\d+$/.test(String(path))) return;
      count += 1;
      if (count === ${killedAt}) process.kill(process.pid, 'SIGKILL');
      if (${ms} > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
    };
    syncBuiltinESMExports();
  `)}`,
});

describe.skipIf(process.platform === 'win32')('undo and redo of a session', () => {
  it('need no more descriptors than one operation, stop where they must, and go on', async () => {
    await using tree = await openTree({ work: null });
    await recordWrites(tree, COUNT);
    const foreign = tree.path('work', nameOf(40));
    writeFileSync(foreign, 'by hand');
    const stopped = await runLimited(tree, DESCRIPTORS, 'undo', '--session', 'last');
    expect(stopped.code).toBe(1);
    expect(stopped.stdout.match(/^Undid /gm)).toHaveLength(COUNT - 41);
    expect(stopped.stderr).toMatch(
      /dragoman: Cannot undo [0-9a-f]{8}: nothing was changed\n {2}d40\/f40: changed since\ndragoman: Stopped there: 79 of 120 operations are undone\n$/,
    );
    expect(await countWhole(tree, COUNT)).toEqual({ done: 41, halfDone: 0 });
    writeFileSync(foreign, '40');
    expect(await runLimited(tree, DESCRIPTORS, 'undo', '--session', 'last')).toMatchObject({ code: 0 });
    expect(readdirSync(tree.path('work'))).toEqual([]);
    writeFileSync(tree.path('work/d0'), 'by hand');
    const redone = await runLimited(tree, DESCRIPTORS, 'redo', '--session', 'last', '--dry-run');
    expect(redone.stdout).toBe('');
    expect(redone.stderr).toContain('  d0/f0: changed since\n');
    unlinkSync(tree.path('work/d0'));
    expect(await runLimited(tree, DESCRIPTORS, 'redo', '--session', 'last')).toMatchObject({ code: 0 });
    expect(await countWhole(tree, COUNT)).toEqual({ done: COUNT, halfDone: 0 });
  });

  it('leave each operation whole where they are killed, and the next goes on', async () => {
    await using tree = await openTree({ work: null });
    await recordWrites(tree, 30);
    expect((await commandsIn(tree, slowly(0, 12)).run('undo', '--session', 'last')).code).toBeNull();
    expect(await countWhole(tree, 30)).toEqual({ done: 18, halfDone: 0 });
    const { stdout, code } = await commandsIn(tree).run('undo', '--session', 'last');
    expect([stdout.match(/^Undid /gm)?.length, code]).toEqual([18, 0]);
    expect(readdirSync(tree.path('work'))).toEqual([]);
  });

  it('say how far they are once they take longer than two seconds', async () => {
    await using tree = await openTree({ work: null });
    await recordWrites(tree, 40);
    const { stderr, code } = await commandsIn(tree, slowly(75)).run('undo', '--session', 'last');
    expect(stderr).toMatch(/^(undo: \d+ of 40, \d+ s\n)+$/);
    expect(code).toBe(0);
    expect(await commandsIn(tree).run('redo')).toMatchObject({ stderr: '', code: 0 });
  });

  it.runIf(hasPseudoTerminals())('say so on one line of a terminal, which goes again', async () => {
    await using tree = await openTree({ work: null });
    await recordWrites(tree, 40);
    const env = { XDG_STATE_HOME: tree.path('state'), ...slowly(50) };
    const shown = await inTerminal(`'${NODE}' '${CLI}' undo --session last`, { cwd: tree.path('work'), env });
    const lines = shown.split('\r\x1b[K');
    expect(lines).toContainEqual(expect.stringMatching(/^undo: \d+ of 40, \d+ s$/));
    expect(lines.at(-1)).toMatch(/^\P{L}*Undid /u);
  });
});
