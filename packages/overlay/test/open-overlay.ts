import { dirname, join } from 'node:path';
import { type OpenDirectory, readRange } from '@dragoman/fs-core/internal/kernel';
import { type ContractVolume, type Files, openTree } from '@dragoman/testing';
import { expect } from 'vitest';
import { type Overlay, overlayOf } from '../src/index.ts';

export interface ContractOverlay extends ContractVolume {
  readonly volume: Overlay;
  /** The directory of the overlay. */
  readonly at: string;
}

/** An overlay of which the volume below shows what it has once that is committed. */
export async function committingOverlay(below: ContractVolume): Promise<ContractOverlay> {
  const overlay = await openOverlay(below);
  return {
    ...overlay,
    async files() {
      const { conflicts } = await overlay.volume.commit();
      expect(conflicts).toEqual([]);
      return below.files();
    },
  };
}

/** An overlay that shows what it has, and that it has left the volume below as it was. */
export async function openOverlay(below: ContractVolume): Promise<ContractOverlay> {
  const place = await openTree();
  const at = place.path('overlay');
  const volume = overlayOf(below.volume, { at });
  await volume.prepare();
  let planted: Files = {};
  return {
    ...below,
    volume,
    at,
    async plant(files) {
      await below.plant(files);
      planted = files;
    },
    async files() {
      expect(await below.files()).toEqual(planted);
      using root = (await volume.open(below.root)) as OpenDirectory;
      const [seen, denied] = [await filesIn(root), deniedIn(planted, root)];
      // What holds only something denied is not empty.
      for (const path of Object.keys(denied)) delete seen[`${dirname(path)}/`];
      return { ...seen, ...denied };
    },
    async [Symbol.asyncDispose]() {
      await volume[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
      await below[Symbol.asyncDispose]();
    },
  };
}

function deniedIn(files: Files, root: OpenDirectory): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !root.permits(path)));
}

async function filesIn(directory: OpenDirectory, prefix = ''): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const entries = directory.entries();
  for (const { name, kind } of entries) {
    const path = join(prefix, name);
    if (kind === 'file') {
      using file = directory.openFile(name);
      files[path] = String(await readRange(file, 0, file.size));
    } else {
      using inner = directory.openDirectory(name);
      Object.assign(files, await filesIn(inner, path));
    }
  }
  return entries.length === 0 && prefix !== '' ? { [`${prefix}/`]: '' } : files;
}
