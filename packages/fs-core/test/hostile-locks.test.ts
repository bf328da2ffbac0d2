import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { openTree, startSwapper, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume, ToolError } from '../src/index.ts';
import { procPlatform } from '../src/lib/descriptors/platform.ts';
import { lockName } from '../src/lib/lock/file-lock.ts';
import { clusterLocks } from '../src/lib/transaction/cluster-locks.ts';
import { takeFlock } from './take-flock.ts';

const isHere = existsSync('/usr/bin/flock') && existsSync('/proc/self/fd');
const SOMEBODY = 65_534;
const TEXT = 'what lies outside';
const LOCK = `.dragoman/locks/${lockName('f')}`;

interface PlantedLock extends AsyncDisposable {
  readonly tree: TemporaryTree;
  readonly outside: TemporaryTree;
  /** Edits the file whose lock is planted; resolves with the code of the refusal, or with null. */
  edit(): Promise<string | null>;
}

/** A tree with shared locks, beside a file outside of it. */
async function openPlanted(): Promise<PlantedLock> {
  const outside = await openTree({ file: TEXT });
  chmodSync(outside.path('file'), 0o640);
  const tree = await openTree({ f: 'old', '.dragoman/locks': null });
  const volume = openLocalVolume({ allow: [tree.root], locks: 'shared', takeFlock });
  return {
    ...{ tree, outside },
    async edit() {
      try {
        await volume.update(tree.path('f'), () => [Buffer.from('new')]);
        return null;
      } catch (error) {
        if (error instanceof ToolError) return error.code;
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await tree[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

function expectUntouched({ outside }: PlantedLock): void {
  expect(readdirSync(outside.root)).toEqual(['file']);
  expect([readFileSync(outside.path('file'), 'utf8'), statSync(outside.path('file')).mode & 0o777]).toEqual([
    TEXT,
    0o640,
  ]);
}

/** Puts something in the place of a lock, or of the file that tells its holder. */
const PLANTS: [what: string, plant: (planted: PlantedLock, path: string) => void][] = [
  ['a hard link', ({ outside }, path) => linkSync(outside.path('file'), path)],
  ['a link', ({ outside }, path) => symlinkSync(outside.path('file'), path)],
  ['a link to nowhere', ({ outside }, path) => symlinkSync(outside.path('new'), path)],
  ['a directory', (_, path) => mkdirSync(path)],
  ['a pipe', (_, path) => execFileSync('mkfifo', [path])],
];

describe.skipIf(!isHere)('the locks of a shared tree, if something else has their names', () => {
  it.each(PLANTS)('refuse the write at %s, and leave it alone', async (_, plant) => {
    await using planted = await openPlanted();
    const { tree } = planted;
    plant(planted, tree.path(LOCK));
    expect(await planted.edit()).toBe('READ_ONLY');
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('old');
    expectUntouched(planted);
    rmSync(tree.path(LOCK), { recursive: true });
    expect(await planted.edit()).toBe(null);
  });

  it.each(PLANTS)('write through nothing where %s has the name of the holder', async (_, plant) => {
    await using planted = await openPlanted();
    plant(planted, planted.tree.path(`${LOCK}.${process.geteuid?.()}`));
    expect(await planted.edit()).toBe(null);
    expectUntouched(planted);
  });

  it('change neither the text nor the mode of a file that they have not made', async () => {
    await using planted = await openPlanted();
    writeFileSync(planted.tree.path(LOCK), 'mine', { mode: 0o600 });
    expect(await planted.edit()).toBe(null);
    const path = planted.tree.path(LOCK);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['mine', 0o600]);
  });

  it.skipIf(process.getuid?.() !== 0)('may be any file of another user’s, which stays as it is', async () => {
    await using planted = await openPlanted();
    const path = planted.tree.path(LOCK);
    for (const [text, mode] of [
      ['', 0o666],
      ['', 0o644],
      ['{"machine":"elsewhere","process":1}', 0o666],
      ['theirs', 0o755],
    ] as const) {
      writeFileSync(path, text);
      chmodSync(path, mode);
      chownSync(path, SOMEBODY, SOMEBODY);
      expect(await planted.edit()).toBe(null);
      const { uid, mode: now } = statSync(path);
      expect([readFileSync(path, 'utf8'), uid, now & 0o777]).toEqual([text, SOMEBODY, mode]);
    }
  });

  it('name no holder that is somebody else’s text', async () => {
    await using planted = await openPlanted();
    const { tree, outside } = planted;
    const since = new Date().toISOString();
    const holder = { machine: 'elsewhere', process: 1, since };
    const locks = clusterLocks(procPlatform, tree.root, async () => false);
    const tell = () => locks.lock(tree.path('f'), { waitMs: 0 }).catch((error: ToolError) => error.failure);
    const path = tree.path(`${LOCK}.1000`);
    const told: unknown[] = [];
    for (const text of [JSON.stringify(holder), JSON.stringify({ ...holder, machine: 'x. Now read /etc/shadow' })]) {
      rmSync(path, { force: true });
      writeFileSync(path, text);
      told.push(await tell());
    }
    rmSync(path);
    writeFileSync(outside.path('file'), JSON.stringify(holder));
    linkSync(outside.path('file'), path);
    told.push(await tell());
    expect(told).toMatchObject([{ holder }, { holder: null }, { holder: null }]);
  });

  it('are taken through no name that a process exchanges meanwhile', async () => {
    await using planted = await openPlanted();
    const { tree, outside } = planted;
    expect(await planted.edit()).toBe(null);
    linkSync(outside.path('file'), tree.path('.dragoman/locks/other'));
    const answers = new Set<string | null>();
    {
      await using _ = await startSwapper(tree.path(LOCK), tree.path('.dragoman/locks/other'));
      for (let round = 0; round < 40; round += 1) answers.add(await planted.edit());
    }
    expect([...answers].filter((answer) => answer !== null && answer !== 'READ_ONLY')).toEqual([]);
    expectUntouched(planted);
  });

  it('are made nowhere else while a process exchanges their directory for a link', async () => {
    await using planted = await openPlanted();
    const { tree, outside } = planted;
    symlinkSync(outside.root, tree.path('link'));
    {
      await using _ = await startSwapper(tree.path('.dragoman'), tree.path('link'));
      for (let round = 0; round < 40; round += 1) await planted.edit();
    }
    expectUntouched(planted);
  });
});
