import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ClassVolume, openMemoryVolume, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from './create-session.ts';

const CALL = { requireRead: false, maxResponseSize: 1000 };

async function opened(nodes: Readonly<Record<string, string>>) {
  const tree = await openTree(nodes);
  const session = createSession({ workdir: tree.root });
  const read = async (path: string): Promise<string> => {
    using node = await session.volume.open(session.resolve(path), { for: 'content' });
    return node.kind === 'directory' ? 'directory' : readFileSync(node.realPath, 'utf8');
  };
  const write = (path: string) =>
    session.update(path, CALL, async () => ({ pieces: [Buffer.from('new')], result: ({ created }) => created }));
  return {
    ...{ tree, session, read, write },
    async [Symbol.asyncDispose]() {
      await session.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe('a name with escapes', () => {
  it('leads to what a list shows so, to be read, written, moved and removed', async () => {
    await using at = await opened({ 'a\u202eb/c\n\u001b\u{e0041}': 'one' });
    const shown = 'a\\u{202e}b/c\\n\\e\\u{e0041}';
    expect(await at.read(shown)).toBe('one');
    expect(await at.write(shown)).toBe(false);
    expect(await at.write('a\\u{202e}b/new\\n')).toBe(true);
    expect(await at.read('a\\u{202e}b')).toBe('directory');
    await at.session.move({ from: shown, to: 'a\\u{202e}b/d' }, CALL);
    await at.session.transact([{ kind: 'move', from: 'a\\u{202e}b/d', to: 'a\\u{202e}b/e' }], CALL);
    expect(readdirSync(at.tree.path('a\u202eb'))).toEqual(['e', 'new\\n']);
    await at.session.remove('a\\u{202e}b', CALL, { recursive: true });
    expect(readdirSync(at.tree.root)).toEqual([]);
  });

  it('is itself where something has it', async () => {
    await using at = await opened({ 'a\\u{202e}': 'itself', 'a\u202e': 'other', 'b\\t': 'itself' });
    expect([await at.read('a\\u{202e}'), await at.read('b\\t')]).toEqual(['itself', 'itself']);
    await at.write('a\\u{202e}');
    expect(readFileSync(at.tree.path('a\u202e'), 'utf8')).toBe('other');
  });

  it('is looked for no further than its path is there', async () => {
    const memory = openMemoryVolume('/data');
    memory.plant({ 'a\u202e/b': 'one' });
    const volume = new ClassVolume(memory.volume);
    await using session = createSession({ workdir: '/data', volume });
    using file = await session.volume.open('/data/a\\u{202e}/b');
    expect(file.realPath).toBe('/data/a\u202e/b');
    for (const deep of ['\\n/', 'x\\u{200b}/'].map((name) => `/data/a\\u{202e}/${name.repeat(300)}x`)) {
      volume.located.length = 0;
      await expect(session.volume.open(deep)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(volume.located.length).toBeLessThan(10);
    }
  });

  it('leads nowhere by what could be seen, nor out of the tree', async () => {
    await using at = await opened({ ab: 'one', 'd/x': 'two' });
    for (const path of ['a\\u{62}', 'd\\u{2f}x', '\\u{2e}./d', 'd\\u{0}', 'a\\u{110000}', 'd\\u{d800}'])
      await expect(at.read(path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const path of ['../\\u{202e}', '/etc\\u{200b}/passwd'])
      await expect(at.read(path)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });
});

describe('a name in other characters', () => {
  it.skipIf(process.platform !== 'linux')('may be one in bytes that are no UTF-8', async () => {
    await using at = await opened({});
    mkdirSync(at.tree.path('d'));
    const [bytes, shown] = [Buffer.from('/d/lat\xe9', 'latin1'), 'd/lat\\u{dce9}'];
    writeFileSync(Buffer.concat([Buffer.from(at.tree.root), bytes]), 'old');
    expect(await at.write(shown)).toBe(false);
    expect(readFileSync(Buffer.concat([Buffer.from(at.tree.root), bytes]), 'utf8')).toBe('new');
    await at.session.remove(shown, CALL);
    expect(readdirSync(at.tree.path('d'))).toEqual([]);
    // It stands for the bytes of another name.
    await expect(at.session.volume.open(at.tree.path('h\udcc3\udca9'))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  it('is looked for in each directory on the way, and the exact name wins', async () => {
    await using at = await opened({ 'a\u00a0b/it\u2019s': 'one', 'a b': 'exact', 'c\u202fd/x': 'two' });
    await expect(at.read("a b/it's")).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    expect(await at.read('a b')).toBe('exact');
    expect(await at.read('c d/x')).toBe('two');
    expect(await at.write('c d/new')).toBe(true);
    expect(readdirSync(at.tree.path('c\u202fd')).sort()).toEqual(['new', 'x']);
  });

  it('is that of a compatible one to be changed, and its own to be made', async () => {
    await using at = await opened({ 'x\u00b2': 'one' });
    const edit = { kind: 'remove', path: 'x2' } as const;
    await at.session.transact([edit], { ...CALL, dryRun: true });
    expect(await at.write('x2')).toBe(true);
    expect(readdirSync(at.tree.root).sort()).toEqual(['x2', 'x\u00b2']);
  });

  it('is none that is denied, nor one outside', async () => {
    await using tree = await openTree({ 'ROOT/a\u00a0b': 'denied', 'out\u00a0side': 'outside' });
    await using session = createSession({ workdir: tree.path('ROOT'), deny: ['a\u00a0*'] });
    const open = (path: string) => session.volume.open(tree.path(path));
    await expect(open('ROOT/a b')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      failure: { path: tree.path('ROOT/a b') },
    });
    await expect(open('ROOT/a b')).rejects.not.toHaveProperty('failure.candidates');
    await expect(open('out side')).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });
});

it('a session takes a volume that is a class', async () => {
  const memory = openMemoryVolume('/data');
  const volume = new ClassVolume(memory.volume);
  const session = createSession({ workdir: '/data', volume });
  await session.volume.prepare();
  await session.volume.makeDirectory('/data/d');
  await session.volume.update('/data/d/a', () => [Buffer.from('one')]);
  await session.volume.move('/data/d/a', '/data/d/b');
  await session.volume.transact([{ kind: 'remove', path: '/data/d/b' }]);
  session.volume.deniedEntries('trees');
  await session.volume[Symbol.asyncDispose]();
  expect(volume.called).toEqual(['prepare', 'deniedEntries trees', 'dispose']);
  expect(memory.files()).toEqual({ 'd/': '' });
  await session.close();
});
