import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { keepsTimes, restMs } from './at-rest.ts';
import { makePrivateStore, openPrivateStore, sha256 } from './private-store.ts';

const TEXT = Buffer.from('some bytes\n'.repeat(1_000));

describe.skipIf(process.platform === 'win32')('a private store', () => {
  it('keeps files for its user alone', async () => {
    await using tree = await openTree();
    expect(openPrivateStore(tree.path('store'))).toBeNull();
    expect(existsSync(tree.path('store'))).toBe(false);
    const store = makePrivateStore(tree.path('store'))?.make('inner');
    if (!store) throw new Error('There is no store');
    using written = store.create('new');
    written.append(TEXT);
    written.append(Buffer.from('end'));
    expect([written.size, written.digest()]).toEqual([TEXT.length + 3, sha256(Buffer.from(`${TEXT}end`))]);
    store.rename('new', 'file');
    expect(statSync(tree.path('store/inner/file')).mode & 0o777).toBe(0o600);
    expect(statSync(tree.path('store/inner')).mode & 0o777).toBe(0o700);
    const file = openPrivateStore(tree.path('store'))?.within('inner')?.open('file');
    const part = Buffer.alloc(4);
    expect([file?.size, file?.read(part, 5), part.toString()]).toEqual([TEXT.length + 3, 4, 'byte']);
    expect(file?.bytes()).toEqual(readFileSync(tree.path('store/inner/file')));
    expect(await file?.digest()).toBe(sha256(Buffer.from(`${TEXT}end`)));
    file?.[Symbol.dispose]();
    expect(() => file?.read(part, 0)).toThrow('closed');
    file?.[Symbol.dispose]();
  });

  it('tells states and uses, and removes', async () => {
    await using tree = await openTree();
    const store = makePrivateStore(tree.path('store'));
    if (!store) throw new Error('There is no store');
    expect([store.stateOf('file'), store.usedMs('file')]).toEqual([null, 0]);
    store.create('file')[Symbol.dispose]();
    const before = store.stateOf('file');
    store.markUsed('file');
    expect(store.usedMs('file')).toBeGreaterThan(0);
    expect(store.stateOf('file')).not.toBe(before);
    expect(store.names()).toEqual(['file']);
    store.remove('file');
    store.remove('file');
    expect(store.names()).toEqual([]);
  });

  it('is none where the system does not let it look', async () => {
    await using tree = await openTree({ 'store/file': 'x' });
    chmodSync(tree.path('store'), 0o700);
    symlinkSync('around', tree.path('around'));
    expect(openPrivateStore(tree.path('around/store'))).toBeNull();
    const store = openPrivateStore(tree.path('store'));
    const tooLong = 'x'.repeat(300);
    expect([store?.stateOf(tooLong), store?.usedMs(tooLong), store?.within(tooLong)]).toEqual([null, 0, null]);
  });

  it('opens nothing that another could have put there', async () => {
    await using tree = await openTree({ 'store/file': 'x' });
    chmodSync(tree.path('store'), 0o700);
    const store = openPrivateStore(tree.path('store'));
    writeFileSync(tree.path('store/open'), 'x', { mode: 0o644 });
    mkdirSync(tree.path('store/directory'), { mode: 0o755 });
    chmodSync(tree.path('store/directory'), 0o755);
    symlinkSync('file', tree.path('store/link'));
    for (const name of ['open', 'directory', 'link', 'missing']) expect(store?.open(name)).toBeNull();
    expect([store?.within('directory'), store?.within('missing')]).toEqual([null, null]);
    chmodSync(tree.path('store'), 0o777);
    expect(openPrivateStore(tree.path('store'))).toBeNull();
  });
});

describe.runIf(process.platform === 'linux')('keepsTimes', () => {
  it('is not so in memory or where nothing is', () => {
    expect([keepsTimes('/proc'), keepsTimes('/dev/shm/missing')]).toEqual([false, false]);
  });

  it('asks how long a page stays dirty', () => {
    expect(restMs() ?? 60_000).toBeGreaterThanOrEqual(60_000);
  });
});
