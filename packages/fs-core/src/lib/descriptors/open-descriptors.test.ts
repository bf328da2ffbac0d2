import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { openDescriptors, openedSince, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from '../local/local-volume.ts';
import type { Change, UpdateOptions } from '../volume/change.ts';
import type { Volume } from '../volume/volume.ts';
import { chdirPlatform, procPlatform } from './platform.ts';

const NAMES = [
  '. file file/ file/below dir dir/ dir/file pipe missing mising missing/ none/../x a/b/c link link-to-dir/file',
  'link-to-dir/new dangling loop to-denied denied denied/x dir/../.. outside outside/secret outside/none/deeper',
];
const PATHS = [...NAMES.flatMap((names) => names.split(' ')), 'x'.repeat(256), 'y/'.repeat(2050)];

const CHANGES: readonly Change[] = [
  () => [{ from: 0, to: 99 }],
  () => [Buffer.from('new')],
  () => {
    throw new Error('changed its mind');
  },
];

const OPTIONS: readonly UpdateOptions[] = [{}, { dryRun: true }, { signal: AbortSignal.abort() }];

describe.runIf(process.platform === 'linux').each([procPlatform, chdirPlatform])('a volume ($strategy)', (platform) => {
  it('holds no descriptor after what it did or refused', async () => {
    await using outside = await openTree({ secret: '' });
    await using tree = await openTree({
      file: '',
      'dir/file': '',
      'dir/sub/file': '',
      'dir/denied': { link: '../file' },
      denied: '',
      link: { link: 'file' },
      'link-to-dir': { link: 'dir' },
      dangling: { link: 'made/for/it' },
      loop: { link: 'loop' },
      'to-denied': { link: 'dir/denied' },
      outside: { link: outside.root },
    });
    execFileSync('mkfifo', [tree.path('pipe'), tree.path('dir/pipe')]);
    const volume = openLocalVolume({ allow: [tree.root], deny: ['**/denied'], platform });
    await readAndWrite(volume, tree);
    const before = openDescriptors();
    await readAndWrite(volume, tree);
    await lookInto(volume, tree, outside);
    expect(openedSince(before)).toEqual([]);
  });
});

async function readAndWrite(volume: Volume, tree: TemporaryTree): Promise<void> {
  rmSync(tree.path('a'), { recursive: true, force: true });
  for (const path of PATHS.map((name) => `${tree.root}/${name}`)) {
    await volume.open(path).then((opened) => opened.close(), refused);
    for (const change of CHANGES) {
      for (const options of OPTIONS) await volume.update(path, change, options).catch(refused);
    }
  }
}

/** Opens what a directory holds, and once more where the directory was moved out of the volume. */
async function lookInto(volume: Volume, tree: TemporaryTree, outside: TemporaryTree): Promise<void> {
  using directory = await volume.open(tree.path('dir'));
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  for (const path of [tree.path('dir'), outside.path('moved')]) {
    renameSync(tree.path('dir'), path);
    for (const name of ['file', 'sub', 'pipe', 'denied', 'missing']) {
      attemptToOpen(() => directory.openFile(name));
      attemptToOpen(() => directory.openDirectory(name));
    }
  }
}

function attemptToOpen(open: () => Disposable): void {
  try {
    open()[Symbol.dispose]();
  } catch (error) {
    refused(error);
  }
}

/** Every refusal is welcome here; a TypeError would be a mistake of ours. */
function refused(error: unknown): void {
  if (error instanceof TypeError) throw error;
}
