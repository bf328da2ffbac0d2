import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { openTree, startSwapper, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type OpenFile, ToolError, type Volume } from '../src/index.ts';
import { chdirPlatform, procPlatform } from '../src/lib/descriptors/platform.ts';
import { openLocalVolume } from '../src/lib/local/local-volume.ts';

// A read costs a fraction of a write. The fallback takes the same steps in another way, so a share of the tries will do.
const TRIES = 20 * testRounds(6);
const races = [
  { platform: procPlatform, reads: 5 * TRIES, writes: TRIES, edits: TRIES },
  { platform: chdirPlatform, reads: TRIES, writes: TRIES / 4, edits: TRIES / 4 },
].filter(({ platform }) => platform.strategy !== 'proc' || process.platform === 'linux');

// In memory a sync to disk costs nothing, and thousands of writes would wait for little else.
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const SECRET = 'the secret outside';

describe.each(races)('beside a process that swaps a directory and a link ($platform.strategy)', (tries) => {
  const { platform, reads, writes, edits } = tries;

  /** `work/dir/file` is inside; at times `dir` leads to a directory outside with a file of the same name. */
  async function race(
    count: number,
    act: (volume: Volume, path: string, turn: number) => Promise<void>,
  ): Promise<void> {
    await using outside = await openTree({ file: SECRET }, home);
    await using tree = await openTree({ 'work/dir/file': 'inside', 'work/swap': { link: outside.root } }, home);
    const volume = openLocalVolume({ allow: [tree.path('work')], builtinDeny: false, platform, fsync: false });
    {
      await using _ = await startSwapper(tree.path('work/dir'), tree.path('work/swap'));
      for (let turn = 0; turn < count; turn += 1) {
        await act(volume, tree.path('work/dir/file'), turn);
        if (turn % 50 === 0) await assertSuccess(volume, tree.path('work/undisturbed'), `turn ${turn}`);
      }
    }
    expect(readdirSync(outside.root)).toEqual(['file']);
    expect(readFileSync(outside.path('file'), 'utf8')).toBe(SECRET);
  }

  it(`shows no byte from outside in ${reads} reads`, { timeout: 300_000 }, async () => {
    const seen = new Set<string>();
    await race(reads, async (volume, path) => {
      seen.add(await refusedOr(() => content(volume, path)));
    });
    expect([...seen].filter((answer) => !REFUSALS.has(answer) && answer !== 'inside')).toEqual([]);
    // Both were there to be met.
    expect([...seen]).toEqual(expect.arrayContaining(['inside', 'ACCESS_DENIED']));
  });

  it(`shows no byte from outside in ${reads} reads below an open directory`, { timeout: 300_000 }, async () => {
    const seen = new Set<string>();
    await race(reads, async (volume, path) => {
      seen.add(await refusedOr(() => contentBelow(volume, dirname(dirname(path)))));
    });
    expect([...seen].filter((answer) => !REFUSALS.has(answer) && answer !== 'inside')).toEqual([]);
    // Both were there to be met.
    expect(seen).toContain('inside');
    expect(seen.size).toBeGreaterThan(1);
  });

  it(`makes and changes nothing outside in ${writes} writes`, { timeout: 300_000 }, async () => {
    await race(writes, async (volume, path, turn) => {
      const name = turn % 2 === 0 ? path : path.replace(/file$/, `new-${turn % 8}/deep/file`);
      expect(REFUSALS).toContain(await refusedOr(() => put(volume, name, 'inside')));
    });
  });

  it(`removes, moves and makes nothing outside in ${edits} turns`, { timeout: 300_000 }, async () => {
    await race(edits, async (volume, path, turn) => {
      const other = path.replace(/dir\/file$/, `kept-${turn % 4}`);
      const acts = [
        () => volume.move(path, other, { overwrite: true }),
        () => volume.move(other, path),
        () => volume.remove(path),
        () => put(volume, path, 'inside'),
        () => volume.makeDirectory(path.replace(/file$/, `made-${turn % 8}/deep`)),
        () =>
          volume.transact([
            { kind: 'move', from: path, to: other, overwrite: true },
            { kind: 'write', path: path.replace(/file$/, 'another'), change: () => [] },
          ]),
        () =>
          volume.transact([
            { kind: 'write', path, change: () => [new TextEncoder().encode('inside')] },
            { kind: 'remove', path: path.replace(/file$/, 'another') },
          ]),
      ];
      // INVALID_ARGUMENT: a name is taken.
      expect([...REFUSALS, 'INVALID_ARGUMENT']).toContain(
        await refusedOr(async () => {
          await acts[turn % acts.length]?.();
          return '';
        }),
      );
    });
  });

  it(`changes nothing outside in ${edits} edits`, { timeout: 300_000 }, async () => {
    await race(edits, async (volume, path) => {
      expect(REFUSALS).toContain(await refusedOr(() => edit(volume, path)));
    });
  });
});

// ELOOP: what was seen as a link was none when its text was read, each of 40 times.
const REFUSALS = new Set(['', 'ACCESS_DENIED', 'NOT_FOUND', 'NOT_DIRECTORY', 'CONFLICT', 'ELOOP']);

/** The answer, or the code of the refusal; whatever else goes wrong is the test's failure. */
async function refusedOr(act: () => Promise<string>): Promise<string> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ToolError)
      return 'errno' in error.failure && error.failure.errno === 'ELOOP' ? 'ELOOP' : error.code;
    throw error;
  }
}

async function content(volume: Volume, path: string): Promise<string> {
  using file = await volume.open(path);
  return file.kind === 'file' ? await textOf(file) : 'a directory';
}

async function contentBelow(volume: Volume, path: string): Promise<string> {
  using directory = await volume.open(path);
  if (directory.kind !== 'directory') return 'a file';
  using file = directory.openFile('dir/file');
  return await textOf(file);
}

async function textOf(file: OpenFile): Promise<string> {
  const bytes = new Uint8Array(file.size);
  await file.read(bytes, 0);
  return new TextDecoder().decode(bytes);
}

async function put(volume: Volume, path: string, text: string): Promise<string> {
  await volume.update(path, () => [new TextEncoder().encode(text)]);
  return '';
}

/** Carries the old content over, so that a change computed from outside would show in the file. */
async function edit(volume: Volume, path: string): Promise<string> {
  await volume.update(path, async (current) => {
    if (current === null) return [new TextEncoder().encode('inside')];
    expect(current.size).toBeLessThanOrEqual('inside'.length);
    return [{ from: 0, to: current.size }];
  });
  return '';
}

async function assertSuccess(volume: Volume, path: string, text: string): Promise<void> {
  await put(volume, path, text);
  expect(await content(volume, path)).toBe(text);
}
