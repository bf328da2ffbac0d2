import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { type ContractVolume, plantTree, type SharedMounts, volumeContract } from '@dragoman/testing';
import { filesIn } from '../../packages/fs-core/test/open-local.ts';
import { takeFlock } from '../../packages/fs-core/test/take-flock.ts';
import { committingOverlay } from '../../packages/overlay/test/open-overlay.ts';

/**
 * Tests the promises of every volume for one that two machines share: changes by one mount are looked for by the other.
 */
export function describeContract(name: string, mounts: SharedMounts): void {
  volumeContract(`cluster, on ${name}`, async () => openShared(name, mounts));
  volumeContract(`an overlay over cluster, on ${name}`, async () => committingOverlay(openShared(name, mounts)));
}

function openShared(name: string, mounts: SharedMounts): ContractVolume {
  const root = mkdtempSync(join(mounts.one, 'contract-'));
  const elsewhere = join(mounts.two, basename(root));
  const volume = openLocalVolume({ allow: [root], deny: ['secret*'], takeFlock });
  if (volume.traits.kind !== 'cluster') throw new Error(`${name} is not known as a file system of several machines`);
  return {
    volume,
    root,
    plant: (files) => plantTree(elsewhere, files),
    files: () => filesIn(elsewhere),
    async [Symbol.asyncDispose]() {
      await volume[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
