import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { openDescriptors, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { chdirPlatform, procPlatform } from '../descriptors/platform.ts';
import { ToolError } from '../errors/tool-error.ts';
import { openLocalVolume } from '../local/local-volume.ts';
import type { OpenFile } from '../volume/open-entry.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

const text = (content: string) => () => [Buffer.from(content)];
const read = (path: string) => readFileSync(path, 'utf8');

describe.each(platforms)('several changes at once ($strategy)', (platform) => {
  it('are made, each as alone', async () => {
    await using tree = await openTree({ edit: 'old', gone: 'x', 'from/file': 'moved', 'dir/inner/file': '1' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const results = await volume.transact([
      { kind: 'write', path: tree.path('edit'), change: text('new') },
      { kind: 'write', path: tree.path('made/for/it'), change: text('it') },
      { kind: 'remove', path: tree.path('gone') },
      { kind: 'move', from: tree.path('from/file'), to: tree.path('to/there/file') },
      { kind: 'remove', path: tree.path('dir'), recursive: true },
    ]);
    expect(results.map((result) => [result.change, result.realPath, result.synced])).toEqual([
      ['write', tree.path('edit'), true],
      ['write', tree.path('made/for/it'), true],
      ['remove', tree.path('gone'), true],
      ['move', tree.path('to/there/file'), true],
      ['remove', tree.path('dir'), true],
    ]);
    expect(read(tree.path('edit'))).toBe('new');
    expect(read(tree.path('made/for/it'))).toBe('it');
    expect(read(tree.path('to/there/file'))).toBe('moved');
    expect(readdirSync(tree.root, { recursive: true }).sort()).toEqual(
      ['edit', 'from', 'made', 'made/for', 'made/for/it', 'to', 'to/there', 'to/there/file'].sort(),
    );
    expect(openDescriptors().filter((path) => path.startsWith(tree.root))).toEqual([]);
  });

  it.each([
    ['a change that throws', (path: string) => ({ kind: 'write', path: `${path}/z`, change: () => fail() }) as const],
    ['a file in the way', (path: string) => ({ kind: 'write', path: `${path}/edit/z`, change: text('z') }) as const],
    ['what is not there', (path: string) => ({ kind: 'remove', path: `${path}/nothing` }) as const],
    ['a name that is taken', (path: string) => ({ kind: 'move', from: `${path}/a`, to: `${path}/b` }) as const],
    ['a path outside', (path: string) => ({ kind: 'write', path: `${path}/../x`, change: text('x') }) as const],
  ])('are none of them made because of %s', async (_, faulty) => {
    await using tree = await openTree({ edit: 'old', gone: 'x', a: '1', b: '2', 'dir/file': '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const changes = volume.transact([
      { kind: 'write', path: tree.path('edit'), change: text('new') },
      { kind: 'write', path: tree.path('made/for/it'), change: text('it') },
      { kind: 'remove', path: tree.path('gone') },
      { kind: 'move', from: tree.path('dir'), to: tree.path('other') },
      faulty(tree.root),
    ]);
    await expect(changes).rejects.toThrow();
    expect(readdirSync(tree.root, { recursive: true }).sort()).toEqual(['a', 'b', 'dir', 'dir/file', 'edit', 'gone']);
    expect(read(tree.path('edit'))).toBe('old');
    expect(openDescriptors().filter((path) => path.startsWith(tree.root))).toEqual([]);
  });

  it('name no path twice', async () => {
    await using tree = await openTree({ 'd/file': '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const path = tree.path('d/file');
    const twice = { code: 'INVALID_ARGUMENT', failure: { problem: 'twice' } };
    const write = { kind: 'write', path, change: text('') } as const;
    await expect(volume.transact([write, write])).rejects.toMatchObject(twice);
    const above = { kind: 'remove', path: tree.path('d'), recursive: true } as const;
    await expect(volume.transact([write, above])).rejects.toMatchObject(twice);
    await expect(volume.transact([above, write])).rejects.toMatchObject(twice);
  });

  it('change nothing on a dry run, and tell what they would', async () => {
    await using tree = await openTree({ edit: 'old', gone: 'x', a: '1' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const results = await volume.transact(
      [
        { kind: 'write', path: tree.path('new/edit'), change: text('new') },
        { kind: 'remove', path: tree.path('gone') },
        { kind: 'move', from: tree.path('a'), to: tree.path('b/c') },
      ],
      { dryRun: true },
    );
    expect(results).toMatchObject([
      { change: 'write', created: true, bytesWritten: 3 },
      { change: 'remove', kind: 'file' },
      { change: 'move', realPath: tree.path('b/c'), replaced: false },
    ]);
    expect(readdirSync(tree.root).sort()).toEqual(['a', 'edit', 'gone']);
  });

  it('computes the content of a file that it moves from what it was, and keeps its mode', async () => {
    await using tree = await openTree({ script: 'echo' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const change = (current: OpenFile | null) => [{ from: 0, to: current?.size ?? 0 }, Buffer.from('!')];
    const [result] = await volume.transact([{ kind: 'move', from: tree.path('script'), to: tree.path('d/s'), change }]);
    expect(result).toMatchObject({ change: 'move', version: expect.stringMatching(/^sha256:/) });
    expect(readdirSync(tree.root)).toEqual(['d']);
    expect(read(tree.path('d/s'))).toBe('echo!');
  });
});

it('makes no more directories inside each other, and in all, than others can wait for', async () => {
  await using tree = await openTree({});
  const volume = openLocalVolume({ allow: [tree.root] });
  const tooDeep = { code: 'INVALID_ARGUMENT', details: { problem: 'path', objection: 'too-deep' } };
  const write = (path: string) => ({ kind: 'write' as const, path, change: text('x') });
  for (const path of ['a/'.repeat(1_900), 'a/'.repeat(200)].map((directories) => tree.path(`${directories}x`))) {
    await expect(volume.transact([write(path)])).rejects.toMatchObject(tooDeep);
    await expect(volume.makeDirectory(path)).rejects.toMatchObject(tooDeep);
    await expect(volume.remove(path)).rejects.toBeInstanceOf(ToolError);
  }
  const wide = Array.from({ length: 100 }, (_, index) =>
    write(tree.path(`${index}/${`${'a'.repeat(20)}/`.repeat(180)}x`)),
  );
  await expect(volume.transact(wide)).rejects.toMatchObject(tooDeep);
  expect(readdirSync(tree.root)).toEqual([]);
  const [{ realPath } = { realPath: '' }] = await volume.transact([write(tree.path(`${'a/'.repeat(199)}x`))]);
  expect(read(realPath)).toBe('x');
});

describe.each(platforms)('a removal ($strategy)', (platform) => {
  it('takes the link, and leaves what it leads to', async () => {
    await using outside = await openTree({ secret: 's' });
    await using tree = await openTree({ 'd/file': '', link: { link: 'd' }, dangling: { link: 'nowhere' } });
    symlinkSync(outside.root, tree.path('out'));
    const volume = openLocalVolume({ allow: [tree.root], platform });
    for (const name of ['link', 'dangling', 'out']) {
      expect(await volume.remove(tree.path(name))).toMatchObject({ kind: 'link' });
    }
    expect(readdirSync(tree.root)).toEqual(['d']);
    expect(readdirSync(outside.root)).toEqual(['secret']);
    await expect(volume.remove(tree.path('link/file'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes a directory that holds something only with all it holds', async () => {
    await using tree = await openTree({ 'd/e/file': '', 'd/out': { link: '../kept' }, 'kept/file': '', empty: null });
    mkdirSync(tree.path('bare'));
    const volume = openLocalVolume({ allow: [tree.root], platform });
    await expect(volume.remove(tree.path('d'))).rejects.toMatchObject({
      code: 'IO_ERROR',
      details: { errno: 'ENOTEMPTY' },
    });
    expect(await volume.remove(tree.path('bare'))).toMatchObject({ kind: 'directory' });
    expect(await volume.remove(tree.path('d'), { recursive: true })).toMatchObject({ kind: 'directory' });
    expect(existsSync(tree.path('d'))).toBe(false);
    expect(readdirSync(tree.path('kept'))).toEqual(['file']);
  });

  it('takes no root, nothing denied, and nothing that holds something denied', async () => {
    await using tree = await openTree({ 'd/e/x.key': '', 'repo/.git/config': '', 'repo/file': '' });
    const volume = openLocalVolume({ allow: [tree.root], deny: ['**/*.key'], platform });
    for (const name of ['', 'd', 'd/e/x.key', 'd/e/absent.key', 'repo', 'repo/.git', '..']) {
      const removal = volume.remove(tree.path(name), { recursive: true });
      await expect(removal, name).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    }
    expect(existsSync(tree.path('repo/.git/config'))).toBe(true);
  });

  it('ends if its precondition throws, which sees the file', async () => {
    await using tree = await openTree({ file: 'four' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const seen: (number | undefined)[] = [];
    const precondition = (file: OpenFile | null) => {
      seen.push(file?.size);
      throw new TypeError('no');
    };
    await expect(volume.remove(tree.path('file'), { precondition })).rejects.toThrow('no');
    expect(seen).toEqual([4]);
    expect(existsSync(tree.path('file'))).toBe(true);
  });
});

describe.each(platforms)('a move ($strategy)', (platform) => {
  it('gives files, directories and links another name', async () => {
    await using tree = await openTree({ file: 'f', 'd/inner': 'i', link: { link: 'file' } });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    await volume.move(tree.path('file'), tree.path('x/y/file'));
    await volume.move(tree.path('d'), tree.path('x/d'));
    await volume.move(tree.path('link'), tree.path('x/link'));
    expect(readdirSync(tree.root)).toEqual(['x']);
    expect(read(tree.path('x/y/file'))).toBe('f');
    expect(read(tree.path('x/d/inner'))).toBe('i');
    expect(lstatSync(tree.path('x/link')).isSymbolicLink()).toBe(true);
  });

  it('overwrites a file only if asked, and a directory never', async () => {
    await using tree = await openTree({ one: '1', two: '2', 'd/file': '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const taken = { code: 'INVALID_ARGUMENT', failure: { problem: 'exists' } };
    await expect(volume.move(tree.path('one'), tree.path('two'))).rejects.toMatchObject(taken);
    await expect(volume.move(tree.path('one'), tree.path('d'), { overwrite: true })).rejects.toMatchObject(taken);
    await expect(volume.move(tree.path('d'), tree.path('one'), { overwrite: true })).rejects.toMatchObject(taken);
    expect(await volume.move(tree.path('one'), tree.path('two'), { overwrite: true })).toMatchObject({
      replaced: true,
    });
    expect(readdirSync(tree.root).sort()).toEqual(['d', 'two']);
    expect(read(tree.path('two'))).toBe('1');
  });

  it('to the same name changes nothing, and into itself is refused', async () => {
    await using tree = await openTree({ file: '1', 'd/e': '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    expect(await volume.move(tree.path('file'), tree.path('d/../file'))).toMatchObject({ replaced: false });
    const inside = { code: 'INVALID_ARGUMENT', failure: { problem: 'into-itself' } };
    await expect(volume.move(tree.path('d'), tree.path('d/f/g'))).rejects.toMatchObject(inside);
    expect(readdirSync(tree.root, { recursive: true }).sort()).toEqual(['d', 'd/e', 'file']);
  });

  it('of one of two hard links onto the other leaves one', async () => {
    await using tree = await openTree({ one: '1' });
    linkSync(tree.path('one'), tree.path('two'));
    const volume = openLocalVolume({ allow: [tree.root], platform });
    await volume.move(tree.path('one'), tree.path('two'), { overwrite: true });
    expect(readdirSync(tree.root)).toEqual(['two']);
  });

  it('uncovers nothing that is denied where it was, and hides nothing where it will be', async () => {
    await using tree = await openTree({ 'secret/file': '', 'open/a.txt': '' });
    const volume = openLocalVolume({ allow: [tree.root], deny: ['secret/**', 'hidden/**'], platform });
    const denied = { code: 'ACCESS_DENIED' };
    await expect(volume.move(tree.path('secret'), tree.path('public'))).rejects.toMatchObject(denied);
    await expect(volume.move(tree.path('open'), tree.path('hidden'))).rejects.toMatchObject(denied);
    await expect(volume.move(tree.path('open'), `${tree.root}/../elsewhere`)).rejects.toMatchObject(denied);
    expect(readdirSync(tree.root).sort()).toEqual(['open', 'secret']);
  });
});

describe.each(platforms)('a new directory ($strategy)', (platform) => {
  it('is made with its parents, once', async () => {
    await using tree = await openTree({ file: '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    expect(await volume.makeDirectory(tree.path('a/b/c/'))).toMatchObject({
      created: true,
      realPath: tree.path('a/b/c'),
    });
    expect(await volume.makeDirectory(tree.path('a/b/c'))).toMatchObject({ created: false });
    expect(await volume.makeDirectory(tree.path('dry'), { dryRun: true })).toMatchObject({ created: true });
    expect(readdirSync(tree.root).sort()).toEqual(['a', 'file']);
    expect(statSync(tree.path('a/b/c')).mode & 0o777).toBe(0o755);
    await expect(volume.makeDirectory(tree.path('file'))).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    await expect(volume.makeDirectory(tree.path('.git/hooks'))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });
});

function fail(): never {
  throw new TypeError('The change fails');
}
