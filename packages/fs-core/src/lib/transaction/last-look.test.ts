import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { chdirPlatform, procPlatform } from '../descriptors/platform.ts';
import { systemError } from '../errors/errno.ts';
import { openLocalVolume } from '../local/local-volume.ts';
import type { FileChange } from '../volume/change.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

const read = (path: string): string => readFileSync(path, 'utf8');
const other = () => [Buffer.from('other')];

type PathOf = (name: string) => string;

/** Changes that replace `b`, and call a function whenever they are computed. */
const REPLACING: [string, (path: PathOf, onComputed: () => void) => FileChange][] = [
  [
    'a write',
    (path, onComputed) => {
      const change = () => {
        onComputed();
        return other();
      };
      return { kind: 'write', path: path('b'), change };
    },
  ],
  [
    'a move',
    (path, onComputed) => {
      const precondition = async () => onComputed();
      return { kind: 'move', from: path('a'), to: path('b'), overwrite: true, precondition };
    },
  ],
];

/** Ways in which an editor saves a file. */
const SAVES: [string, (path: string) => void][] = [
  ['in place', (path) => writeFileSync(path, 'theirs, longer')],
  [
    'by renaming',
    (path) => {
      writeFileSync(`${path}.swp`, 'theirs, longer');
      renameSync(`${path}.swp`, path);
    },
  ],
];

const replacements = REPLACING.flatMap(([what, replacing]) =>
  SAVES.flatMap(([how, save]) => [true, false].map((isAlone) => ({ what, how, isAlone, replacing, save }))),
);

describe.each(platforms)('the last look before a file gets a name ($strategy)', (platform) => {
  it.each(replacements)(
    'notices what was saved $how before $what, alone: $isAlone',
    async ({ isAlone, replacing, save }) => {
      /** Saves before a look at the name, or before a file is closed, once the change is computed. */
      const run = async (at: number) => {
        await using tree = await openTree({ a: 'ours', b: 'old', c: '' });
        const volume = openLocalVolume({ allow: [tree.root], platform });
        let computed = 0;
        let looks = 0;
        let isRenamed = false;
        const change = replacing(tree.path, () => {
          computed += 1;
        });
        const more: FileChange[] = isAlone ? [] : [{ kind: 'write', path: tree.path('c'), change: other }];
        using _ = watchCalls(['lstatSync', 'closeSync', 'renameSync'], (call, args) => {
          const isNamed = args.some((arg) => basename(String(arg)) === 'b');
          if (call === 'renameSync') isRenamed ||= isNamed;
          else if (computed > 0 && !isRenamed && (isNamed || call === 'closeSync')) {
            looks += 1;
            if (looks === at) save(tree.path('b'));
          }
        });
        await volume.transact([change, ...more]);
        return { computed, isSaved: looks >= at };
      };
      for (let at = 1; ; at += 1) {
        const { computed, isSaved } = await run(at);
        expect({ at, computed }).toEqual({ at, computed: isSaved ? 2 : 1 });
        if (!isSaved) break;
      }
    },
  );

  it('notices what was saved while the name was free, where files have no second names', async () => {
    await using tree = await openTree({ a: 'old', b: '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const path = tree.path('a');
    let isSaved = false;
    using _ = watchCalls(['linkSync', 'lstatSync'], (call) => {
      if (call === 'linkSync') throw systemError('EPERM');
      if (isSaved || existsSync(path)) return;
      isSaved = true;
      writeFileSync(path, 'theirs');
    });
    const seen: (number | null)[] = [];
    const change = (current: { readonly size: number } | null) => {
      seen.push(current?.size ?? null);
      return other();
    };
    await volume.transact([
      { kind: 'write', path, change },
      { kind: 'write', path: tree.path('b'), change: other },
    ]);
    expect(seen).toEqual([3, 6]);
  });

  it('notices what was saved before a transaction that failed is taken back', async () => {
    const run = async (at: number) => {
      await using tree = await openTree({ a: 'old', b: '' });
      const volume = openLocalVolume({ allow: [tree.root], platform });
      const path = tree.path('a');
      let hasFailed = false;
      let isBack = false;
      let looks = 0;
      using _ = watchCalls(['lstatSync', 'renameSync'], (call, args) => {
        const names = args.map((arg) => basename(String(arg)));
        if (call === 'renameSync' && names.includes('b')) {
          hasFailed = true;
          throw systemError('EIO');
        }
        if (!hasFailed || isBack) return;
        if (call === 'renameSync') isBack = names.includes('a');
        // Other looks are at the directory, where the process has to stand in it.
        else if (names.some((name) => name === 'a' || name.startsWith('.dragoman-'))) {
          looks += 1;
          if (looks === at) writeFileSync(path, 'theirs, longer');
        }
      });
      const changes = volume.transact(
        ['a', 'b'].map((name) => ({ kind: 'write', path: tree.path(name), change: other })),
      );
      await expect(changes).rejects.toMatchObject({ code: 'IO_ERROR' });
      return { isSaved: looks >= at, content: read(path) };
    };
    for (let at = 1; ; at += 1) {
      const { isSaved, content } = await run(at);
      expect({ at, content }).toEqual({ at, content: isSaved ? 'theirs, longer' : 'old' });
      if (!isSaved) break;
    }
  });
});
