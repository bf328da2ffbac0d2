import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTree, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openMemoryRecorder } from '../../../test/memory-recorder.ts';
import { openLocalVolume } from '../local/local-volume.ts';
import { currentOwner } from '../lock/lock-owner.ts';
import { keptName, tempFileName } from '../lock/temp-file-name.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { StepRecord } from './step.ts';

/** A process of this machine that has ended: no Linux gives such an id. */
const ENDED = currentOwner().replace(/^\d+-\d+/, '4194399-5');
const STAGED = tempFileName(ENDED, '000000000001');
const KEPT = keptName(ENDED, '000000000002');

interface Leftovers {
  /** Paths are below the tree. */
  readonly steps?: readonly StepRecord[];
  readonly made?: readonly string[];
  /** Name of the file or directory that each step gives a name to; absent while all is only being staged. */
  readonly placing?: readonly (string | null)[];
  readonly isDone?: boolean;
  /** Note that a recorder left. */
  readonly note?: unknown;
}

interface RecoveredTree {
  /** Every name of the tree with what it says, those of directories end in a slash. */
  readonly files: Readonly<Record<string, string>>;
  readonly hasRecord: boolean;
  /** Entries of the log. */
  readonly told: readonly { readonly message: string; readonly changedSince: unknown }[];
  /** Notes of what was recorded late. */
  readonly recorded: readonly unknown[];
}

/** Plants a tree with the record that a process has left, and opens a volume over it. */
async function recovered(
  nodes: Record<string, TreeNode>,
  left: Leftovers | string,
  owner = ENDED,
): Promise<RecoveredTree> {
  await using tree = await openTree(nodes);
  await using state = await openTree();
  const recorder = openMemoryRecorder(state.path('records'));
  const record = join(recorder.records, `${owner}-000000000003.jsonl`);
  writeFileSync(record, typeof left === 'string' ? left : textOf(tree.root, left));
  const told: RecoveredTree['told'][number][] = [];
  const log = (_: unknown, message: string, { changedSince }: Readonly<Record<string, unknown>> = {}) =>
    void told.push({ message, changedSince: below(tree.root, changedSince) });
  const volume = openLocalVolume({ allow: [tree.root], deny: ['secret'], recorder, log });
  (await volume.open(tree.root)).close();
  return { files: filesIn(tree.root), hasRecord: existsSync(record), told, recorded: recorder.recorded };
}

function textOf(root: string, { steps = [], made = [], placing, isDone = false, note }: Leftovers): string {
  const intent = {
    steps: steps.map((step) => ({
      ...step,
      path: join(root, step.path),
      ...(step.do === 'shift' && { to: join(root, step.to) }),
    })),
    made: made.map((path) => join(root, path)),
  };
  const prints = placing?.map((name) => name && fingerprintOf(lstatSync(join(root, name), { bigint: true })));
  const lines = prints === undefined ? [intent] : [intent, prints, isDone, ...(note ? [note] : [])];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const below = (root: string, paths: unknown) =>
  Array.isArray(paths) ? paths.map((path: string) => path.slice(root.length + 1)) : paths;

function filesIn(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const told = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1);
    return entry.isFile() ? [name, readFileSync(path, 'utf8')] : [`${name}/`, ''];
  });
  return Object.fromEntries(told);
}

const put = (path: string, kept: string | null = KEPT): StepRecord => ({ do: 'put', path, staged: STAGED, kept });
const removal = (path: string): StepRecord => ({ do: 'remove', path, kept: KEPT });
const shift = (path: string, to: string): StepRecord => ({ do: 'shift', path, to, kept: null });

const UNDONE = 'A transaction that ended in the middle was taken back';
const FINISHED = 'A transaction that ended in the middle was finished';

describe('what a process has left that ended in the middle of a transaction', () => {
  it.each<[string, Record<string, TreeNode>, Leftovers, Record<string, string>]>([
    [
      'a file in place, while another is only staged',
      { f: 'new', [KEPT]: 'old', 'd/g': 'old', [`d/${STAGED}`]: 'new' },
      { steps: [put('f'), put('d/g', null)], placing: ['f', `d/${STAGED}`] },
      { f: 'old', 'd/': '', 'd/g': 'old' },
    ],
    [
      'a removal',
      { [KEPT]: 'old', 'd/g': 'old' },
      { steps: [removal('f'), removal('d/g')], placing: [null, null] },
      { f: 'old', 'd/': '', 'd/g': 'old' },
    ],
    [
      'a move, of which the next step was never taken',
      { 'd/to': 'moved', f: 'old' },
      { steps: [shift('from', 'd/to'), removal('f')], placing: ['d/to', null] },
      { from: 'moved', 'd/': '', f: 'old' },
    ],
    [
      'directories that it has made, the last of which it has not',
      { 'made/': null, kept: '' },
      { steps: [], made: ['made', 'made/inner'], placing: [] },
      { kept: '' },
    ],
    [
      'steps in a directory that is gone, and in one that is a file now',
      { f: 'new', [KEPT]: 'old', file: '' },
      { steps: [put('f'), put('gone/g'), put('file/g')], placing: ['f', null, null] },
      { f: 'old', file: '' },
    ],
  ])('is taken back: %s', async (_, nodes, left, files) => {
    const { told, hasRecord, ...found } = await recovered(nodes, left);
    expect(found.files).toEqual(files);
    expect([told, hasRecord]).toEqual([[{ message: UNDONE, changedSince: [] }], false]);
  });

  it('stays where another program has changed a file since, which the log names', async () => {
    const left = { steps: [put('f')], placing: ['other'] };
    const { files, told } = await recovered({ f: 'theirs', [KEPT]: 'old', other: '' }, left);
    expect(files).toEqual({ f: 'theirs', other: '' });
    expect(told).toEqual([{ message: UNDONE, changedSince: ['f'] }]);
  });

  it.each<[string, Record<string, TreeNode>, Leftovers]>([
    ['its record says so', { f: 'new', [KEPT]: 'old' }, { steps: [put('f')], placing: ['f'], isDone: true }],
    ['every step was taken', { f: 'new', [KEPT]: 'old' }, { steps: [put('f')], placing: ['f'] }],
    ['every directory was made', { f: 'new', 'd/e/': null }, { made: ['d', 'd/e'], placing: [] }],
  ])('is finished if %s, and only what it has kept is removed', async (_, nodes, left) => {
    const { files, told, hasRecord } = await recovered(nodes, left);
    expect(files).toEqual({ f: 'new', ...('d/e/' in nodes && { 'd/': '', 'd/e/': '' }) });
    expect([told, hasRecord]).toEqual([[{ message: FINISHED, changedSince: [] }], false]);
  });

  it('is told to nobody if it was only being staged', async () => {
    const { files, told, hasRecord } = await recovered({ f: 'old', [STAGED]: 'new' }, { steps: [put('f')] });
    expect([files, told, hasRecord]).toEqual([{ f: 'old' }, [], false]);
  });

  it.each<[string, string | Leftovers, string?]>([
    ['names a file that no transaction keeps', { steps: [{ ...removal('f'), kept: 'mine' } as StepRecord] }],
    ['has staged under a name of its own', { steps: [{ ...put('f'), staged: 'mine' } as StepRecord] }],
    ['names something denied', { steps: [put('secret')], placing: ['mine'] }],
    ['names something outside', { steps: [put('f')], made: ['../elsewhere'], placing: ['mine'] }],
    ['is of a process that lives', { steps: [put('f')], placing: ['mine'] }, currentOwner()],
    ['is of a process elsewhere, of which nobody knows', { steps: [put('f')] }, '1-1-00000000'],
    ['has a name that is none of a record', { steps: [put('f')] }, 'x'],
  ])('is left alone if it %s', async (_, left, owner) => {
    const nodes = { f: 'new', mine: 'mine', [KEPT]: 'old', [STAGED]: '' };
    const { files, told, hasRecord } = await recovered(nodes, left, owner);
    expect([files, told, hasRecord]).toEqual([nodes, [], true]);
  });

  it('is nothing if its record does not have one whole line', async () => {
    const { files, told, hasRecord } = await recovered({ f: '' }, '{"steps":[],"ma');
    expect([files, told, hasRecord]).toEqual([{ f: '' }, [], false]);
  });

  it('is recorded late, if it is finished', async () => {
    const done = { steps: [put('f')], placing: ['f'], isDone: true };
    const recordedOf = async (left: Leftovers) => (await recovered({ f: 'new', [KEPT]: 'old' }, left)).recorded;
    expect(await recordedOf({ ...done, note: { id: 1 } })).toEqual([{ id: 1 }]);
    expect(await recordedOf({ ...done, placing: [KEPT], isDone: false, note: { id: 1 } })).toEqual([]);
    expect(await recordedOf(done)).toEqual([]);
  });
});
