import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  casesToTest,
  fillDisk,
  foldingObjection,
  mount,
  openFoldingTree,
  openTree,
  stranger,
  type TemporaryTree,
  testRounds,
} from '@dragoman/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { openLocalVolume, type ToolError } from '../src/index.ts';
import { createProgram, ended } from './program.ts';

// How full a disk is, in pages that are left.
const PAGES = casesToTest(
  Array.from({ length: 21 }, (_, pages) => pages),
  7,
);
const REPLACEMENTS = 20 * testRounds(5);

const user = stranger();

const put = (tree: TemporaryTree, path: string, bytes: number) =>
  openLocalVolume({ allow: [tree.root] }).update(path, () => [new Uint8Array(bytes)]);

/** Mounts a file system that holds no more than a megabyte for anybody, root included; skips where that cannot be. */
function mountWithQuota(context: TestContext, image: string, directory: string): Disposable {
  // What btrfs takes for itself at the least.
  truncateSync(image, 120 * 1024 * 1024);
  try {
    execFileSync('mkfs.btrfs', ['-q', '-f', image], { stdio: 'pipe' });
  } catch (error) {
    context.skip(`mkfs.btrfs: ${error instanceof Error ? error.message : ''}`);
  }
  const disk = mount(context, '-o', 'loop', image, directory);
  for (const words of [
    ['quota', 'enable'],
    ['quota', 'rescan', '-w'],
    ['qgroup', 'limit', '1M'],
  ]) {
    execFileSync('btrfs', [...words, directory], { stdio: 'pipe' });
  }
  return disk;
}

/** Contents of the files of a tree, by name. */
function filesIn(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(root, name)).isFile());
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

describe('a write that the system refuses', () => {
  it('ends in DISK_FULL on a full disk, whose files stay as they are', async (context) => {
    await using tree = await openTree({ disk: null });
    const disk = tree.path('disk');
    using _disk = mount(context, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
    writeFileSync(tree.path('disk/file'), 'old');
    writeFileSync(tree.path('disk/other'), new Uint8Array(500_000));
    for (const name of ['file', 'made/for/it']) {
      for (const bytes of [1_000_000, 3_000_000]) {
        await expect(put(tree, tree.path('disk', name), bytes)).rejects.toMatchObject({
          code: 'DISK_FULL',
          details: { path: tree.path('disk', name), errno: 'ENOSPC' },
        });
      }
    }
    expect(readFileSync(tree.path('disk/file'), 'utf8')).toBe('old');
    expect(readdirSync(disk).sort()).toEqual(['file', 'other']);
  });

  it('changes nothing where a disk fills up at any step of a transaction', { timeout: 240_000 }, async (context) => {
    await using tree = await openTree({ disk: null });
    const disk = tree.path('disk');
    // Pages of a file and of its content: what is left is from nothing to more than enough.
    using _disk = mount(context, '-t', 'tmpfs', '-o', 'size=1m,nr_inodes=40', 'tmpfs', disk);
    const at = (name: string) => tree.path('disk', name);
    const content = (bytes: number, letter: string) => letter.repeat(bytes);
    const before = { edited: content(20_000, 'a'), moved: 'm', over: 'o', removed: 'r', 'directory/file': 'd' };
    const change = (bytes: number, letter: string) => () => [Buffer.from(content(bytes, letter))];
    const made = { edited: content(30_000, 'b'), 'made/for/it': content(9_000, 'c'), over: 'm', 'new/file': 'd' };
    const outcomes: string[] = [];
    for (const pages of PAGES) {
      for (const inodes of [0, 1, 2, 3, 5, 20]) {
        for (const [name, text] of Object.entries(before)) {
          mkdirSync(dirname(at(name)), { recursive: true });
          writeFileSync(at(name), text);
        }
        const filled = fillDisk(disk, pages * 4096, inodes);
        const free = statfsSync(disk);
        const transaction = openLocalVolume({ allow: [disk] }).transact([
          { kind: 'write', path: at('edited'), change: change(30_000, 'b') },
          { kind: 'write', path: at('made/for/it'), change: change(9_000, 'c') },
          { kind: 'move', from: at('moved'), to: at('over'), overwrite: true },
          { kind: 'remove', path: at('removed') },
          { kind: 'move', from: at('directory'), to: at('new') },
        ]);
        const code = await transaction.then(
          () => '',
          (error: ToolError) => error.code,
        );
        for (const name of filled) rmSync(name);
        expect(filesIn(disk), `${free.bavail} pages, ${free.ffree} inodes: ${code}`).toEqual(
          code === '' ? made : before,
        );
        expect(existsSync(at('made')), 'a directory that was made').toBe(code === '');
        expect(['', 'DISK_FULL']).toContain(code);
        outcomes.push(code);
        for (const name of readdirSync(disk)) rmSync(at(name), { recursive: true });
      }
    }
    expect(new Set(outcomes)).toEqual(new Set(['', 'DISK_FULL']));
  });

  it('ends in DISK_FULL where a quota is used up', async (context) => {
    await using tree = await openTree({ disk: null, image: '' });
    const disk = tree.path('disk');
    using _disk = mountWithQuota(context, tree.path('image'), disk);
    await put(tree, tree.path('disk/file'), 3);
    const update = put(tree, tree.path('disk/file'), 3 * 1024 * 1024);
    await expect(update).rejects.toMatchObject({ code: 'DISK_FULL', details: { errno: 'EDQUOT' } });
    expect(readFileSync(tree.path('disk/file'))).toEqual(Buffer.alloc(3));
    expect(readdirSync(disk)).toEqual(['file']);
  });

  it.for([true, false])('ends in READ_ONLY on a read-only file system (dry run: %s)', async (dryRun, context) => {
    await using tree = await openTree({ file: 'old' });
    const { root } = tree;
    using _root = mount(context, '--bind', root, root);
    execFileSync('mount', ['-o', 'remount,bind,ro', root]);
    const volume = openLocalVolume({ allow: [root] });
    for (const path of [tree.path('file'), tree.path('a/b')]) {
      const update = volume.update(path, () => [new Uint8Array(1)], { dryRun });
      await expect(update).rejects.toMatchObject({ code: 'READ_ONLY', details: { path } });
    }
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('old');
  });

  it('does not replace a file that is mounted by itself', async (context) => {
    await using tree = await openTree({ mounted: 'old', file: '' });
    using _file = mount(context, '--bind', tree.path('mounted'), tree.path('file'));
    const update = put(tree, tree.path('file'), 1);
    await expect(update).rejects.toMatchObject({ code: 'IO_ERROR', details: { errno: 'EBUSY' } });
    expect(readFileSync(tree.path('mounted'), 'utf8')).toBe('old');
    expect(readdirSync(tree.root).sort()).toEqual(['file', 'mounted']);
  });

  it.skipIf(user === null)('ends in PERMISSION_DENIED for a user who may not', async () => {
    using program = createProgram(`
      import { openLocalVolume } from './index.js'
      const [root, ...paths] = process.argv.slice(2)
      const volume = openLocalVolume({ allow: [root] })
      for (const path of paths) {
        const code = await volume.update(path, () => [new Uint8Array(1)]).then(() => 'written', (error) => error.code)
        process.stdout.write(code + ' ')
      }
    `);
    await using tree = await openTree({ 'closed/file': 'old', 'open/protected': 'old' });
    mkdirSync(tree.path('open/free'));
    for (const [name, mode] of [
      ['closed', 0o555],
      ['open/protected', 0o444],
      ['open', 0o777],
      ['', 0o755],
    ] as const)
      chmodSync(tree.path(name), mode);
    const paths = ['closed/file', 'closed/new', 'closed/a/b', 'open/protected', 'open/new'].map((name) =>
      tree.path(name),
    );
    const child = program.start([tree.root, ...paths], user ?? {});
    let said = '';
    child.stdout?.on('data', (data) => {
      said += data;
    });
    await ended(child);
    expect(said).toBe(`${'PERMISSION_DENIED '.repeat(4)}written `);
    expect(readFileSync(tree.path('closed/file'), 'utf8')).toBe('old');
    expect(readdirSync(tree.path('open')).sort()).toEqual(['free', 'new', 'protected']);
  });
});

describe.skipIf(user === null)('a file that may be written and not read', () => {
  it.each([
    ['is not replaced', '[new Uint8Array(1)]', false],
    ['is not replaced on a dry run', '[new Uint8Array(1)]', true],
    ['is not replaced by what is made of its content', 'readRange(current, 0, 3).then((bytes) => [bytes])', false],
  ])('%s', async (_, pieces, dryRun) => {
    using program = createProgram(`
      import { openLocalVolume, readRange } from './kernel.js'
      const [root, path] = process.argv.slice(2)
      const volume = openLocalVolume({ allow: [root] })
      const update = volume.update(path, (current) => ${pieces}, { dryRun: ${dryRun} })
      process.stdout.write(await update.then(() => 'written', (error) => error.code))
    `);
    await using tree = await openTree({ file: 'old' });
    chmodSync(tree.root, 0o777);
    chmodSync(tree.path('file'), 0o222);
    const child = program.start([tree.root, tree.path('file')], user ?? {});
    let said = '';
    child.stdout?.on('data', (data) => {
      said += data;
    });
    await ended(child);
    expect(said).toBe('PERMISSION_DENIED');
    chmodSync(tree.path('file'), 0o666);
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('old');
  });
});

const objection = foldingObjection();

describe.skipIf(objection !== null)(`a file system that refuses${objection === null ? '' : `: ${objection}`}`, () => {
  it.each(['chmod', 'fsync'] as const)('%s is written to all the same', async (refused) => {
    await using tree = await openFoldingTree({ file: 'old' }, [refused]);
    const { mode } = statSync(tree.path('file'));
    expect(await put(tree, tree.path('file'), 1)).toMatchObject({ created: false, notKept: [] });
    expect(await put(tree, tree.path('made/for/it'), 1)).toMatchObject({ created: true, notKept: [] });
    expect(readdirSync(tree.root, { recursive: true }).sort()).toEqual(['file', 'made', 'made/for', 'made/for/it']);
    expect(statSync(tree.path('file')).mode).toBe(mode);
  });

  it('chmod tells of a mode that could not be kept', async () => {
    await using tree = await openFoldingTree({ file: 'old' }, ['chmod']);
    const before = process.umask(0o077);
    try {
      expect(await put(tree, tree.path('file'), 1)).toMatchObject({ created: false, notKept: ['mode'] });
    } finally {
      process.umask(before);
    }
  });
});

describe('a write whose place changes under it', () => {
  const volumeOf = (tree: TemporaryTree) => openLocalVolume({ allow: [tree.root] });
  /** Written a megabyte at a time, so that other things happen meanwhile. */
  const large = new Uint8Array(8 * 1024 * 1024);

  it('ends in IS_DIRECTORY where the target became a directory', async () => {
    await using tree = await openTree({ file: 'old' });
    const path = tree.path('file');
    const update = volumeOf(tree).update(path, () => {
      rmSync(path);
      mkdirSync(path);
      return [new Uint8Array(1)];
    });
    await expect(update).rejects.toMatchObject({ code: 'IS_DIRECTORY', details: { path } });
    expect(readdirSync(tree.root)).toEqual(['file']);
    expect(readdirSync(path)).toEqual([]);
  });

  it.each(['file', 'new'])('ends in NOT_FOUND where the directory of "%s" was removed', async (name) => {
    await using tree = await openTree({ 'dir/file': 'old' });
    const path = tree.path('dir', name);
    const update = volumeOf(tree).update(path, () => {
      setImmediate(() => rmSync(tree.path('dir'), { recursive: true }));
      return [large];
    });
    await expect(update).rejects.toMatchObject({ code: 'NOT_FOUND', details: { path, errno: 'ENOENT' } });
    expect(readdirSync(tree.root)).toEqual([]);
  });

  it('leaves the parents that it made only where somebody else uses them', async () => {
    await using tree = await openTree();
    const stopped = new AbortController();
    const update = volumeOf(tree).update(
      tree.path('a/b/c/file'),
      () => {
        setImmediate(() => {
          writeFileSync(tree.path('a/theirs'), '');
          stopped.abort();
        });
        return [large];
      },
      { signal: stopped.signal },
    );
    await expect(update).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(tree.root)).toEqual(['a']);
    expect(readdirSync(tree.path('a'))).toEqual(['theirs']);
  });

  it('makes directories that belong to the group of a set-group-id parent', async () => {
    await using tree = await openTree({ shared: null });
    chmodSync(tree.path('shared'), 0o2775);
    await put(tree, tree.path('shared/a/file'), 1);
    expect(statSync(tree.path('shared/a')).mode & 0o7777).toBe(0o2755);
  });
});

describe('a reader', () => {
  it(`never sees a torn file during ${REPLACEMENTS} replacements`, async () => {
    await using tree = await openTree({ file: 'a'.repeat(10_000) }, existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
    using program = createProgram(`
      import { openLocalVolume } from './index.js'
      const [root, path, times] = process.argv.slice(2)
      const volume = openLocalVolume({ allow: [root], fsync: false, builtinDeny: false })
      for (let i = 0; i < Number(times); i += 1) await volume.update(path, () => [new Uint8Array(10_000 + (i % 9)).fill(97 + (i % 26))])
    `);
    const child = program.start([tree.root, tree.path('file'), String(REPLACEMENTS)]);
    let done = false;
    const end = ended(child).then((code) => {
      done = true;
      return code;
    });
    while (!done) {
      const bytes = readFileSync(tree.path('file'));
      expect(bytes.length).toBeGreaterThanOrEqual(10_000);
      expect(bytes.equals(Buffer.alloc(bytes.length, bytes[0]))).toBe(true);
      await new Promise(setImmediate);
    }
    expect(await end).toBe(0);
  }, 300_000);
});
