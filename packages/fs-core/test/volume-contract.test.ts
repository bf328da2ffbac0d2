import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractVolume, openMemoryVolume, volumeContract } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { joinVolumes } from '../src/index.ts';
import { chdirPlatform, procPlatform } from '../src/lib/descriptors/platform.ts';
import { openLocal } from './open-local.ts';
import { takeFlock } from './take-flock.ts';

const DENY = ['secret*'];

/** Every path of the contract goes to one of two volumes. */
function openJoined(root: string): ContractVolume {
  const one = openMemoryVolume(root, DENY);
  const other = openMemoryVolume(`${root}-other`);
  const at = new Map([one, other].map((opened) => [opened.root, opened.volume]));
  return { ...one, volume: joinVolumes(at) };
}

const ROOT = join(process.cwd(), 'in-memory');
const strategies = [chdirPlatform, ...(existsSync('/proc/self/fd') ? [procPlatform] : [])];

for (const platform of strategies) volumeContract(`local, by ${platform.strategy}`, () => openLocal(platform));
if (existsSync('/usr/bin/flock') && existsSync('/proc/self/fd')) {
  volumeContract('local, by locks that several machines share', () =>
    openLocal(procPlatform, { locks: 'shared', takeFlock }),
  );
}
volumeContract('in memory', async () => openMemoryVolume(ROOT, DENY));
volumeContract('joined', async () => openJoined(ROOT));

describe('joined volumes', () => {
  const write = () => [new TextEncoder().encode('x')];

  it('send each path to the volume whose place is the longest', async () => {
    const [outer, inner] = [openMemoryVolume(ROOT), openMemoryVolume(join(ROOT, 'inner'))];
    const volume = joinVolumes(new Map([outer, inner].map((opened) => [opened.root, opened.volume])));
    await volume.update(join(ROOT, 'inner/f'), write);
    await volume.update(join(ROOT, 'inner-f'), write);
    expect([outer.files(), inner.files()]).toEqual([{ 'inner-f': 'x' }, { f: 'x' }]);
  });

  it('change nothing across two of them', async () => {
    const [one, other] = [openMemoryVolume(join(ROOT, 'a')), openMemoryVolume(join(ROOT, 'b'))];
    one.plant({ f: 'x' });
    const volume = joinVolumes(new Map([one, other].map((opened) => [opened.root, opened.volume])));
    const failure = { code: 'INVALID_ARGUMENT', problem: 'apart', path: join(ROOT, 'a/f'), other: join(ROOT, 'b/f') };
    await expect(volume.move(join(ROOT, 'a/f'), join(ROOT, 'b/f'))).rejects.toMatchObject({ failure });
    const changes = ['a/f', 'b/f'].map((name) => ({ kind: 'write', path: join(ROOT, name), change: write }) as const);
    await expect(volume.transact(changes)).rejects.toMatchObject({ failure });
    expect([one.files(), other.files()]).toEqual([{ f: 'x' }, {}]);
  });

  it('promise what each of them does', async () => {
    await using local = await openLocal(strategies[0] ?? chdirPlatform);
    const memory = openMemoryVolume(ROOT);
    const volume = joinVolumes(new Map([local, memory].map((opened) => [opened.root, opened.volume])));
    await volume.prepare();
    expect(volume.traits).toEqual({ ...memory.volume.traits, kind: 'joined' });
    expect(volume.roots).toEqual(expect.arrayContaining([local.root, ROOT]));
    expect(await volume.deniedEntries()).toMatchObject({
      unreadableFiles: (await local.volume.deniedEntries()).unreadableFiles,
    });
    await expect(volume.open(join(ROOT, '..'))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it.each<[string, ReadonlyMap<string, ReturnType<typeof openMemoryVolume>['volume']>]>([
    ['there is none', new Map()],
    [`"${ROOT}" does not lie in "${join(ROOT, 'x')}"`, new Map([[join(ROOT, 'x'), openMemoryVolume(ROOT).volume]])],
  ])('are refused where %s', (reason, at) => {
    expect(() => joinVolumes(at)).toThrow(`Cannot join volumes: ${reason}`);
  });
});
