import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { openDescriptors, openedSince, openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chdirPlatform, procPlatform } from '../descriptors/platform.ts';
import type { ToolError } from '../errors/tool-error.ts';
import type { Volume } from '../volume/volume.ts';
import { openLocalVolume } from './local-volume.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

describe.each(platforms)('LocalVolume ($strategy)', (platform) => {
  afterEach(() => void vi.useRealTimers());

  const open = (root: string, deny: string[] = []): Volume => openLocalVolume({ allow: [root], deny, platform });

  async function content(volume: Volume, path: string): Promise<string> {
    using file = await volume.open(path);
    if (file.kind !== 'file') throw new Error('not a file');
    const bytes = new Uint8Array(file.size);
    await file.read(bytes, 0);
    return new TextDecoder().decode(bytes);
  }

  const put = (volume: Volume, path: string, text: string) =>
    volume.update(path, () => [new TextEncoder().encode(text)]);

  it('reads through links that stay inside', async () => {
    await using tree = await openTree({ 'a/file': 'hello', 'b/link': { link: '../a/file' }, dir: { link: 'a' } });
    const volume = open(tree.root);
    expect(await content(volume, tree.path('a/file'))).toBe('hello');
    expect(await content(volume, tree.path('b/link'))).toBe('hello');
    expect(await content(volume, `${tree.root}//dir/./x/../file`)).toBe('hello');
  });

  it.runIf(existsSync('/proc/self/fd'))(
    'holds on to little of what it replaced, even where the event loop never turns',
    async () => {
      await using tree = await openTree({ file: 'old' });
      const volume = openLocalVolume({ allow: [tree.root], platform, fsync: false });
      for (let round = 0; round < 100; round += 1) await put(volume, tree.path('file'), `round ${round}`);
      expect(openDescriptors().filter((path) => path.startsWith(`${tree.path('file')} `)).length).toBeLessThanOrEqual(
        8,
      );
    },
  );

  it('answers the same for what lies outside, there or not', async () => {
    await using outside = await openTree({ secret: 'secret' });
    await using tree = await openTree({
      there: { link: outside.path('secret') },
      missing: { link: outside.path('nothing') },
      dir: { link: outside.root },
    });
    const volume = open(tree.root);
    for (const path of [
      tree.path('there'),
      tree.path('missing'),
      tree.path('dir/secret'),
      tree.path('dir/nothing'),
      tree.path('dir/nothing/deeper'),
      outside.path('secret'),
      outside.path('nothing'),
      `${tree.root}-evil`,
    ]) {
      await expect(volume.open(path)).rejects.toMatchObject({ code: 'ACCESS_DENIED', details: { path } });
      await expect(put(volume, path, 'x')).rejects.toMatchObject({ code: 'ACCESS_DENIED', details: { path } });
    }
    expect(readdirSync(outside.root)).toEqual(['secret']);
    expect(readFileSync(outside.path('secret'), 'utf8')).toBe('secret');
  });

  it('tells a missing file, a loop and a file used as a directory apart', async () => {
    await using tree = await openTree({ 'main.ts': '', loop: { link: 'loop' }, dangling: { link: 'nothing' } });
    const volume = open(tree.root);
    await expect(volume.open(tree.path('mian.ts'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { candidates: [tree.path('main.ts')] },
    });
    await expect(volume.open(tree.path('dangling'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(volume.open(tree.path('loop'))).rejects.toMatchObject({
      code: 'IO_ERROR',
      details: { errno: 'ELOOP' },
    });
    await expect(volume.open(tree.path('main.ts/x'))).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    await expect(volume.open(`${tree.path('main.ts')}/`)).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    await expect(volume.open(`${tree.path('main.ts')}/.`)).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
  });

  it.runIf(process.platform === 'linux')('reads and writes through a link to a name that is not UTF-8', async () => {
    await using tree = await openTree({});
    const named = (name: string) => Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from(name, 'latin1')]);
    writeFileSync(named('caf\xe9'), 'old');
    // Node makes text of a link's target.
    execFileSync('sh', ['-c', `ln -s "$(printf 'caf\\351')" link; ln -s "$(printf 'th\\351')" new`], {
      cwd: tree.root,
    });
    const volume = open(tree.root);
    expect(await content(volume, tree.path('link'))).toBe('old');
    await put(volume, tree.path('link'), 'changed');
    await put(volume, tree.path('new'), 'made');
    expect(readFileSync(named('caf\xe9'), 'utf8')).toBe('changed');
    expect(readFileSync(named('th\xe9'), 'utf8')).toBe('made');
    expect(readdirSync(tree.root)).toHaveLength(4);
    await expect(volume.open(tree.path('caf'))).rejects.not.toHaveProperty('details.candidates');
  });

  it('names at most three near names, the nearest first, and none in a crowd', async () => {
    const names = ['main.ts', 'mainly.ts', 'mail.ts', 'maid.ts', 'maim.ts', 'other.ts'];
    await using tree = await openTree(Object.fromEntries(names.map((name) => [name, ''])));
    const volume = open(tree.root);
    const candidates = () => volume.open(tree.path('mai.ts')).catch((error: ToolError) => error.details);
    expect(await candidates()).toHaveProperty(
      'candidates',
      ['maid.ts', 'mail.ts', 'maim.ts'].map((name) => tree.path(name)),
    );
    for (let index = 0; index < 5000; index += 1) writeFileSync(tree.path(`crowd-${index}`), '');
    expect(await candidates()).not.toHaveProperty('candidates');
  });

  it('denies by every name that leads to a file', async () => {
    await using tree = await openTree({
      '.env': 'secret',
      innocent: { link: '.env' },
      'sub/.env': { link: '../plain' },
      plain: 'plain',
      twice: { link: 'sub/.env' },
      'private/deep/file': 'secret',
    });
    const volume = open(tree.root, ['**/.env', tree.path('private')]);
    for (const name of ['.env', 'innocent', 'sub/.env', 'twice', 'private', 'private/deep/file', 'private/none']) {
      await expect(volume.open(tree.path(name))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    }
    expect(await content(volume, tree.path('plain'))).toBe('plain');
    using directory = await volume.open(tree.root);
    if (directory.kind !== 'directory') throw new Error('not a directory');
    expect(
      directory
        .entries()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['innocent', 'plain', 'sub', 'twice']);
  });

  it('refuses what is neither a file nor a directory without opening it', async () => {
    await using tree = await openTree();
    execFileSync('mkfifo', [tree.path('pipe')]);
    const volume = open(tree.root);
    const isPipe = { code: 'UNSUPPORTED_FILE', details: { path: tree.path('pipe'), kind: 'named pipe' } };
    await expect(volume.open(tree.path('pipe'))).rejects.toMatchObject(isPipe);
    await expect(put(volume, tree.path('pipe'), 'x')).rejects.toMatchObject(isPipe);
  });

  it('makes parents 0755 and files 0644 whatever the umask, and leaves nothing else', async () => {
    await using tree = await openTree();
    const before = process.umask(0o077);
    try {
      const result = await put(open(tree.root), tree.path('a/b/c.txt'), 'x');
      expect(result).toMatchObject({ created: true, bytesWritten: 1, realPath: tree.path('a/b/c.txt') });
    } finally {
      process.umask(before);
    }
    expect(statSync(tree.path('a')).mode & 0o777).toBe(0o755);
    expect(statSync(tree.path('a/b')).mode & 0o777).toBe(0o755);
    expect(statSync(tree.path('a/b/c.txt')).mode & 0o777).toBe(0o644);
    expect(readdirSync(tree.path('a/b'))).toEqual(['c.txt']);
  });

  it('keeps mode and link, and cuts a hard link', async () => {
    await using tree = await openTree({ file: 'old', link: { link: 'file' } });
    execFileSync('chmod', ['0751', tree.path('file')]);
    linkSync(tree.path('file'), tree.path('other'));
    const result = await put(open(tree.root), tree.path('link'), 'new');
    expect(result).toMatchObject({ created: false, brokeHardLink: true, notKept: [] });
    expect(lstatSync(tree.path('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('new');
    expect(readFileSync(tree.path('other'), 'utf8')).toBe('old');
    expect(statSync(tree.path('file')).mode & 0o777).toBe(0o751);
    expect(await put(open(tree.root), tree.path('file'), 'newer')).toMatchObject({ brokeHardLink: false });
  });

  it('lets somebody else carry what Node cannot reach, and names it where that fails', async () => {
    await using tree = await openTree({ plain: 'old', dressed: 'old', unknown: 'old' });
    // Else nothing of files that were just written would be remembered.
    vi.setSystemTime(Date.now() + 3_600_000);
    const answers: Record<string, boolean | null> = { plain: true, dressed: false, unknown: null };
    const asked: string[] = [];
    const carryAttributes = async (from: number) => {
      const name = ['plain', 'dressed', 'unknown'].find(
        (path) => statSync(tree.path(path)).ino === fstatSync(from).ino,
      );
      asked.push(name ?? 'nothing');
      return answers[name ?? ''] ?? null;
    };
    const volume = openLocalVolume({ allow: [tree.root], platform, carryAttributes });
    expect(await put(volume, tree.path('new'), 'x')).toMatchObject({ notKept: [] });
    expect(await put(volume, tree.path('new'), 'y')).toMatchObject({ notKept: [] });
    expect(await put(volume, tree.path('dressed'), 'x')).toMatchObject({ notKept: ['xattrs'] });
    expect(await put(volume, tree.path('unknown'), 'x')).toMatchObject({ notKept: [] });
    await put(volume, tree.path('plain'), 'x');
    await put(volume, tree.path('plain'), 'y');
    expect(asked.filter((name) => name !== 'nothing')).toEqual(['dressed', 'unknown', 'plain']);
  });

  it('makes a file through a dangling link inside, and undoes parents when a change fails', async () => {
    await using tree = await openTree({ link: { link: 'sub/made' } });
    const volume = open(tree.root);
    await put(volume, tree.path('link'), 'x');
    expect(readFileSync(tree.path('sub/made'), 'utf8')).toBe('x');
    const failing = volume.update(tree.path('p/q/r'), () => [{ from: 0, to: 9 }]);
    await expect(failing).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(readdirSync(tree.root).sort()).toEqual(['link', 'sub']);
  });

  it('computes a change anew when somebody else changed the file meanwhile', async () => {
    await using tree = await openTree({ file: 'old', theirs: 'theirs' });
    let calls = 0;
    const result = await open(tree.root).update(tree.path('file'), (current) => {
      calls += 1;
      if (calls === 1) renameSync(tree.path('theirs'), tree.path('file'));
      const pieces = [new TextEncoder().encode('mine+'), { from: 0, to: current?.size ?? 0 }];
      return { pieces, result: `call ${calls}` };
    });
    expect(result).toMatchObject({ created: false, bytesWritten: 11, result: 'call 2' });
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('mine+theirs');
    expect(readdirSync(tree.root)).toEqual(['file']);
  });

  it('gives way to somebody who changes the file again and again', async () => {
    await using tree = await openTree({ file: 'old' });
    let calls = 0;
    const update = open(tree.root).update(tree.path('file'), () => {
      calls += 1;
      writeFileSync(tree.path('file'), 'x'.repeat(calls));
      return [new TextEncoder().encode('mine')];
    });
    await expect(update).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('xx');
    expect(readdirSync(tree.root)).toEqual(['file']);
  });

  it.each([true, false])(
    'refuses a name that is too long in a directory still to be made (dry run: %s)',
    async (dryRun) => {
      await using tree = await openTree();
      for (const path of [tree.path('new', 'x'.repeat(256)), tree.path('new', 'x'.repeat(256), 'y')]) {
        const update = open(tree.root).update(path, () => [], { dryRun });
        await expect(update).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { errno: 'ENAMETOOLONG' } });
      }
      expect(readdirSync(tree.root)).toEqual([]);
    },
  );

  it('changes nothing on a dry run, and tells what it would have done', async () => {
    await using tree = await openTree({ file: 'old' });
    const volume = open(tree.root);
    const pieces = () => [new TextEncoder().encode('new content')];
    const result = await volume.update(tree.path('a/b'), pieces, { dryRun: true });
    expect(result).toMatchObject({ created: true, bytesWritten: 11, identity: null });
    await expect(volume.update(tree.root, pieces, { dryRun: true })).rejects.toMatchObject({ code: 'IS_DIRECTORY' });
    expect(readdirSync(tree.root)).toEqual(['file']);
  });

  it.each([
    ['in memory', 0],
    ['of which a part is copied', 2_500_000],
  ])('tells the version of what it wrote, or would write: large content %s', async (_, copied) => {
    const old = Buffer.from(Array.from({ length: copied }, (__, index) => index % 251));
    const parts = [1, 1_048_577, 2_000_000].map((size) => Buffer.alloc(size, `${size} `));
    const written = Buffer.concat([...parts, old]);
    await using tree = await openTree({ file: old });
    const volume = open(tree.root);
    const version = `sha256:${createHash('sha256').update(written).digest('hex')}`;
    const facts = { bytesWritten: written.length, version };
    const pieces = () => [...parts, ...(copied > 0 ? [{ from: 0, to: copied }] : [])];
    expect(await volume.update(tree.path('file'), pieces, { dryRun: true })).toMatchObject(facts);
    expect(readFileSync(tree.path('file')).equals(old)).toBe(true);
    expect(await volume.update(tree.path('file'), pieces)).toMatchObject(facts);
    expect(readFileSync(tree.path('file')).equals(written)).toBe(true);
  });

  it.each([true, false])('lets other work run while it takes in large content (dry run: %s)', async (dryRun) => {
    await using tree = await openTree();
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    const pieces = () => {
      setImmediate(count);
      return [new Uint8Array(16 * 1024 * 1024)];
    };
    await open(tree.root).update(tree.path('file'), pieces, { dryRun });
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(16);
  });

  it('leaves nothing behind when it is cancelled on the way', async () => {
    await using tree = await openTree({ file: 'old' });
    const controller = new AbortController();
    const update = open(tree.root).update(
      tree.path('file'),
      () => {
        setImmediate(() => controller.abort());
        return [new Uint8Array(8 * 1024 * 1024)];
      },
      { signal: controller.signal },
    );
    await expect(update).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('old');
    expect(readdirSync(tree.root)).toEqual(['file']);
  });

  it.skipIf(!existsSync('/proc/self/stat'))(
    'reads what the kernel makes up, which has no size until it is read',
    async () => {
      const wide = openLocalVolume({ allow: ['/proc', '/sys'], builtinDeny: false, platform });
      const before = openDescriptors();
      for (const path of ['/proc/version', '/proc/sys/kernel/ostype', '/sys/kernel/address_bits'].filter(existsSync)) {
        using file = await wide.open(path);
        expect(file.kind === 'file' && file.size).toBe(readFileSync(path).length);
        expect(await content(wide, path)).toBe(readFileSync(path, 'utf8'));
      }
      for (const path of ['/proc/self/pagemap'].filter(existsSync)) {
        await expect(wide.open(path)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE', details: { path } });
      }
      expect(openedSince(before)).toEqual([]);
    },
  );

  it('lets nobody write under .git, or read the kernel', async () => {
    await using tree = await openTree({ '.git/config': 'c' });
    const volume = open(tree.root);
    expect(await content(volume, tree.path('.git/config'))).toBe('c');
    await expect(put(volume, tree.path('.git/hooks/pre-commit'), 'x')).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    const wide = openLocalVolume({ allow: ['/'], platform });
    await expect(wide.open('/proc/self/environ')).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await expect(volume.open(`/proc/self/root${tree.path('.git/config')}`)).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
    });
  });
});
