import { openLocalVolume, type Volume } from '@dragoman/fs-core';
import { overlayOf } from '@dragoman/overlay';
import { openTree, plantTree, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSession, glob, grep, type Session } from '../src/index.ts';

type Files = Readonly<Record<string, string>>;

type Change =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'directory'; readonly path: string };

const directory = fc.constantFrom('', 'a/', 'b/', 'a/b/');
const name = fc.constantFrom('x.txt', 'y.js', '.hidden', '.gitignore', '.ignore', 'a', 'b');
const path = fc.tuple(directory, name).map((parts) => parts.join(''));
const text = fc.constantFrom('needle\n', 'hay\n', 'hay\nneedle needle\n', '*.js\n', '!x.txt\na/\n', '/b\n', 'n\0eedle');

const files = fc.dictionary(path, text, { maxKeys: 8 });
const change = fc.oneof(
  fc.record({ kind: fc.constant('write'), path, text }),
  fc.record({ kind: fc.constant('remove'), path }),
  fc.record({ kind: fc.constant('move'), path, to: path }),
  fc.record({ kind: fc.constant('directory'), path }),
) as fc.Arbitrary<Change>;

/** A file cannot lie in another. */
function plantable(given: Files): Files {
  const paths = Object.keys(given);
  return Object.fromEntries(
    Object.entries(given).filter(([one]) => !paths.some((other) => other.startsWith(`${one}/`))),
  );
}

/** Makes a change; gives the code of the failure, if it is refused. */
async function make(volume: Volume, at: (path: string) => string, change: Change): Promise<string> {
  try {
    if (change.kind === 'write') await volume.update(at(change.path), () => [new TextEncoder().encode(change.text)]);
    else if (change.kind === 'remove') await volume.remove(at(change.path), { recursive: true });
    else if (change.kind === 'move') await volume.move(at(change.path), at(change.to), { overwrite: true });
    else await volume.makeDirectory(at(change.path));
    return 'made';
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

/** Results of searches, in the order of paths. */
async function found(session: Session): Promise<string[]> {
  const results: string[] = [];
  for (const ignoreFiles of ['all', 'git', 'none'] as const) {
    const common = { ignoreFiles, hidden: ignoreFiles === 'none' };
    const listed = await glob(session, { ...common, pattern: '**/*', kinds: 'both' }, {});
    for (const { path: entry, kind } of listed.entries) results.push(`${ignoreFiles} ${kind} ${entry}`);
    for (const globs of [[], ['*.txt']]) {
      const lines = await grep(session, { ...common, pattern: 'needle', result: 'lines', globs }, {});
      for (const file of lines.files)
        for (const line of file.lines) results.push(`${ignoreFiles} ${globs} ${file.path} ${JSON.stringify(line)}`);
    }
  }
  return results.sort();
}

it('searches over an overlay find what they find in a tree with the same changes', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.array(change, { minLength: 1, maxLength: 12 }), async (planted, changes) => {
      await using place = await openTree({ real: null, laid: null, '.git/HEAD': '' });
      const [real, laid] = ['real', 'laid'].map((root) => (named: string) => place.path(root, named));
      if (real === undefined || laid === undefined) throw new TypeError('There are two trees');
      for (const at of [real, laid]) plantTree(at('.'), plantable(planted));
      const disk = openLocalVolume({ allow: [real('.')] });
      const below = openLocalVolume({ allow: [laid('.')] });
      await using overlay = overlayOf(below, { at: place.path('state') });
      for (const each of changes)
        expect([each, await make(overlay, laid, each)]).toEqual([each, await make(disk, real, each)]);
      const expected = await found(createSession({ workdir: real('.'), volume: disk }));
      expect(await found(createSession({ workdir: laid('.'), volume: overlay }))).toEqual(expected);
    }),
    { numRuns: testRounds(5) },
  );
});
