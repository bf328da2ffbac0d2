import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { openTree, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GitFile, gitDiff } from './git-diff.ts';

const NAMES = ['a', 'with space', 'quo"te', 'back\\slash', 'tab\there', 'ä.txt', 'dir/b', 'dir/deep/c', '-dash'];

const line = fc.constantFrom('one', 'two', 'three', '', '\r', ' x', '-- a', '++ b', '@@ -1 +1 @@', '\\ No newline');
const text = fc
  .tuple(fc.array(line, { maxLength: 9 }), fc.constantFrom('\n', '', '\xff\0\x80', '\xff\n'))
  .map(([rows, end]) => rows.join('\n') + end);
const file: fc.Arbitrary<GitFile> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ text, mode: fc.constantFrom('100644', '100755') }) },
  fc.record({ text: fc.constantFrom('a', '../b', 'dir/b'), mode: fc.constant('120000') }),
);
const files = fc.dictionary(fc.constantFrom(...NAMES), file, { maxKeys: NAMES.length });

type Files = Readonly<Record<string, GitFile>>;

function plant(root: string, planted: Files): void {
  for (const [name, { text: bytes, mode }] of Object.entries(planted)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (mode === '120000') symlinkSync(bytes ?? '', path);
    else {
      writeFileSync(path, bytes ?? '', 'latin1');
      chmodSync(path, Number.parseInt(mode.slice(-3), 8));
    }
  }
}

function planted(root: string): Files {
  const names = readdirSync(root, { recursive: true }).map(String);
  return Object.fromEntries(
    names.flatMap((name): [string, GitFile][] => {
      const path = join(root, name);
      const found = lstatSync(path);
      if (found.isSymbolicLink()) return [[name, { text: readlinkSync(path), mode: '120000' }]];
      const mode = (found.mode & 0o100) === 0 ? '100644' : '100755';
      return found.isFile() ? [[name, { text: readFileSync(path, 'latin1'), mode }]] : [];
    }),
  );
}

const hasGit = spawnSync('git', ['--version']).error === undefined;

it('git apply makes what a diff says', async (context) => {
  context.skip(!hasGit, 'git is not installed');
  await fc.assert(
    fc.asyncProperty(files, files, async (before, after) => {
      await using place = await openTree({ tree: null });
      plant(place.path('tree'), before);
      const diffs = NAMES.map((name) => {
        const path = Buffer.from(name).toString('latin1');
        return gitDiff({ path, before: before[name] ?? null, after: after[name] ?? null });
      });
      const diff = Buffer.from(diffs.join(''), 'latin1');
      writeFileSync(place.path('diff'), diff);
      const args = ['apply', '--whitespace=nowarn', place.path('diff')];
      const { stderr } = spawnSync('git', args, { cwd: place.path('tree'), encoding: 'utf8' });
      expect(diff.length === 0 ? '' : stderr).toBe('');
      expect(planted(place.path('tree'))).toEqual(after);
    }),
    { numRuns: testRounds(20) },
  );
});

it('a diff leaves out what is too long', () => {
  const [before, after] = [
    { text: null, mode: '100644' },
    { text: 'short', mode: '100755' },
  ];
  expect(gitDiff({ path: 'a b', before, after })).toBe(
    'diff --git a/a b b/a b\nold mode 100644\nnew mode 100755\nBinary files a/a b and b/a b differ\n',
  );
});
