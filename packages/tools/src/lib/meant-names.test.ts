import { readdirSync, readFileSync } from 'node:fs';
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
