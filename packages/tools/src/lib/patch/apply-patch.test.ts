import { chmodSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { PatchOutcome } from '@dragoman/outcomes';
import { encodeAs, openTree, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from '../create-session.ts';
import type { SessionOptions } from '../session.ts';
import { applyPatch } from './apply-patch.ts';

const CALL = { requireRead: false, maxResponseSize: 1000 };

interface PatchRun {
  readonly outcome?: PatchOutcome;
  readonly failure?: object;
  /** Contents by path. */
  readonly files: Record<string, string>;
}

async function apply(
  nodes: Readonly<Record<string, TreeNode>>,
  lines: readonly string[],
  options: Partial<SessionOptions> = {},
): Promise<PatchRun> {
  await using tree = await openTree(nodes);
  const session = createSession({ workdir: tree.root, ...options });
  const patch = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
  try {
    return { outcome: await applyPatch(session, { patch }, CALL), files: filesIn(tree.root) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const failure = JSON.parse(JSON.stringify(error.failure).replaceAll(`${tree.root}/`, ''));
    return { failure, files: filesIn(tree.root) };
  }
}

/** Each byte is a character. */
function filesIn(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(files.map((path) => [path.slice(root.length + 1), shown(path)]));
}

function shown(path: string): string {
  return lstatSync(path).isSymbolicLink() ? '→' : readFileSync(path, 'latin1');
}

describe('applyPatch', () => {
  it('adds, updates, moves and deletes files as one change', async () => {
    const { outcome, files } = await apply({ a: 'one\ntwo\n', b: 'old\n', c: 'x\n', 'd/e': '' }, [
      ...['*** Add File: new/deep/f', '+1', '+2'],
      ...['*** Update File: a', '@@ one', '-two', '+three'],
      ...['*** Update File: b', '*** Move to: moved/b', '-old', '+new'],
      ...['*** Delete File: c'],
      ...['*** Update File: d/e', '*** Move to: e'],
    ]);
    expect(files).toEqual({ 'new/deep/f': '1\n2\n', a: 'one\nthree\n', 'moved/b': 'new\n', e: '' });
    const version = expect.stringMatching(/^sha256:/);
    expect(outcome).toMatchObject({ kind: 'patch', dryRun: false });
    expect(outcome?.files).toEqual([
      { change: 'add', path: 'new/deep/f', version },
      { change: 'update', path: 'a', version },
      { change: 'move', path: 'moved/b', from: 'b', version },
      { change: 'delete', path: 'c' },
      { change: 'move', path: 'e', from: 'd/e' },
    ]);
  });

  it.each<[string, Record<string, TreeNode>, string[], Record<string, string>]>([
    ['adds over a file', { a: 'old' }, ['*** Add File: a', '+new'], { a: 'new\n' }],
    ['moves over a file', { a: '1\n', b: '2\n' }, ['*** Update File: a', '*** Move to: b'], { b: '1\n' }],
    ['moves a file to itself', { a: '1\n' }, ['*** Update File: a', '*** Move to: ./a', '-1', '+2'], { a: '2\n' }],
    ['leaves a file that is moved to itself', { a: '1\n' }, ['*** Update File: a', '*** Move to: a'], { a: '1\n' }],
    ['makes an empty file', {}, ['*** Add File: a'], { a: '' }],
    ['fills an empty file', { a: '' }, ['*** Update File: a', '+1'], { a: '1\n' }],
    ['writes through a link', { a: '1\n', l: { link: 'a' } }, ['*** Update File: l', '-1', '+2'], { a: '2\n', l: '→' }],
    ['deletes a link and not its target', { a: '1\n', l: { link: 'a' } }, ['*** Delete File: l'], { a: '1\n' }],
    ['moves a link', { a: '1\n', l: { link: 'a' } }, ['*** Update File: l', '*** Move to: m'], { a: '1\n', m: '→' }],
    [
      'updates the target of a link that it moves',
      { a: '1\n', l: { link: 'a' } },
      ['*** Update File: l', '*** Move to: m', '-1', '+2'],
      { a: '2\n', m: '→' },
    ],
    [
      'keeps CRLF, and what has no newline at its end',
      { a: 'one\r\ntwo\r\nthree' },
      ['*** Update File: a', ' one', '-two', '+2', '+3', ' three'],
      { a: 'one\r\n2\r\n3\r\nthree' },
    ],
    [
      'moves what is no text',
      { a: Uint8Array.of(0, 1, 2) },
      ['*** Update File: a', '*** Move to: b'],
      { b: '\0\u0001\u0002' },
    ],
  ])('%s', async (_, nodes, lines, expected) => {
    const { files, failure } = await apply(nodes, lines);
    expect({ files, failure }).toEqual({ files: expected, failure: undefined });
  });

  it.each(['shift_jis', 'utf-16le with mark', 'utf-16be with mark', 'euc-jp'])('keeps %s', async (encoding) => {
    const text = '日本語のテキスト\r\n表示する\r\n終わりの行です\r\n';
    const { files } = await apply({ a: encodeAs(text, encoding) }, [
      '*** Update File: a',
      '-表示する',
      '+表を表示する',
    ]);
    expect(files.a).toBe(encodeAs(text.replace('表示', '表を表示'), encoding).toString('latin1'));
  });

  it('keeps the encoding of what it moves without a byte that tells it', async () => {
    await using tree = await openTree({ a: Buffer.from('El Ni\xf1o\n', 'latin1') });
    const session = createSession({ workdir: tree.root });
    for (const lines of [
      ['*** Update File: a', '*** Move to: b', '-El Niño', '+El nino'],
      ['*** Update File: b', '-El nino', '+El niño'],
    ])
      await applyPatch(session, { patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') }, CALL);
    expect(filesIn(tree.root)).toEqual({ b: 'El ni\xf1o\n' });
  });

  it('keeps the mode of what it moves, and gives new files 0644', async () => {
    await using tree = await openTree({ a: '1\n' });
    chmodSync(tree.path('a'), 0o750);
    const patch = '*** Begin Patch\n*** Update File: a\n*** Move to: b\n-1\n+2\n*** Add File: c\n*** End Patch';
    await applyPatch(createSession({ workdir: tree.root }), { patch }, CALL);
    expect(statSync(tree.path('b')).mode & 0o777).toBe(0o750);
    expect(statSync(tree.path('c')).mode & 0o777).toBe(0o644);
  });

  const DENIED = { deny: ['secret*'] };

  it.each<[string, Record<string, TreeNode>, string[], object, Partial<SessionOptions>?]>([
    [
      'a text that is no patch',
      { a: '' },
      ['foo'],
      { code: 'INVALID_ARGUMENT', fault: 'header', line: 2, text: 'foo' },
    ],
    [
      'an update that says nothing',
      { a: '' },
      ['*** Update File: a'],
      { code: 'INVALID_ARGUMENT', fault: 'empty-update', line: 2, text: 'a' },
    ],
    [
      'what is outside, before what is missing',
      {},
      ['*** Delete File: no', '*** Add File: ../out'],
      { code: 'ACCESS_DENIED', path: expect.stringContaining('out') },
    ],
    ['what is denied', { secret: '' }, ['*** Delete File: secret'], { code: 'ACCESS_DENIED', path: 'secret' }, DENIED],
    [
      'what is denied as a new name',
      { a: '' },
      ['*** Update File: a', '*** Move to: secret2'],
      { code: 'ACCESS_DENIED', path: 'secret2' },
      DENIED,
    ],
    ['what is in .git', {}, ['*** Add File: .git/config', '+x'], { code: 'ACCESS_DENIED', path: '.git/config' }],
    [
      'a file that is named twice, before what is missing',
      { a: '' },
      ['*** Delete File: no', '*** Delete File: a', '*** Add File: ./a'],
      { code: 'INVALID_ARGUMENT', problem: 'twice', path: 'a' },
    ],
    [
      'a file and a link to it',
      { a: '1\n', l: { link: 'a' } },
      ['*** Update File: a', '-1', '*** Update File: l', '-1'],
      { code: 'INVALID_ARGUMENT', problem: 'twice', path: 'l' },
    ],
    [
      'two files with one new name',
      { a: '', b: '' },
      ['*** Update File: a', '*** Move to: c', '*** Update File: b', '*** Move to: c'],
      { code: 'INVALID_ARGUMENT', problem: 'twice', path: 'c' },
    ],
    [
      'an update of what is missing',
      {},
      ['*** Update File: no', '-x'],
      { code: 'NOT_FOUND', path: 'no', during: { change: 'update' } },
    ],
    [
      'a deletion of a directory',
      { 'd/e': '' },
      ['*** Delete File: d'],
      { code: 'IS_DIRECTORY', path: 'd', during: { change: 'delete' } },
    ],
    [
      'a hunk that is not found, before what is missing later',
      { a: '1\n' },
      ['*** Update File: a', ' 0', '-2', '*** Delete File: no'],
      { code: 'NO_MATCH', path: 'a', missing: { sought: 'lines', lines: ['0', '2'] } },
    ],
    [
      'a line above that is not found',
      { a: '1\n', b: '1\n' },
      ['*** Update File: b', '-1', '*** Update File: a', '@@ f', '-1'],
      { code: 'NO_MATCH', path: 'a', missing: { sought: 'context', lines: ['f'] } },
    ],
    [
      'a directory where a file shall be',
      { 'd/e': '', a: '1\n' },
      ['*** Update File: a', '-1', '+2', '*** Add File: d', '+x'],
      { code: 'IS_DIRECTORY', path: 'd', during: { change: 'write' } },
    ],
    [
      'a hunk that is not found, before a directory in the way',
      { 'd/e': '', a: '1\n' },
      ['*** Add File: d', '+x', '*** Update File: a', '-2'],
      { code: 'NO_MATCH', path: 'a' },
    ],
    [
      'a file where a directory must be',
      { f: '' },
      ['*** Add File: f/g', '+x'],
      { code: 'NOT_DIRECTORY', during: { change: 'write' } },
    ],
    [
      'a file that would lie in another one',
      {},
      ['*** Add File: f', '*** Add File: f/g', '+x'],
      { problem: 'twice', during: { change: 'write' } },
    ],
    [
      'what the encoding cannot hold',
      { a: encodeAs('日本語のテキスト\n表示する\n', 'shift_jis') },
      ['*** Update File: a', ' 日本語のテキスト', '+😀'],
      { code: 'UNENCODABLE', path: 'a', character: '😀' },
    ],
    [
      'what is no text',
      { a: Uint8Array.of(0, 1) },
      ['*** Update File: a', '-x'],
      { code: 'UNSUPPORTED_FILE', path: 'a' },
    ],
  ])('refuses %s, and changes nothing', async (_, nodes, lines, failure, options) => {
    await using tree = await openTree(nodes);
    const { failure: found, files } = await apply(nodes, lines, options);
    expect(found).toMatchObject(failure);
    expect(files).toEqual(filesIn(tree.root));
  });

  it('changes nothing on a dry run, and says what it would change', async () => {
    const { outcome, files } = await apply({ a: '1\n' }, ['*** Update File: a', '-1', '+2', '*** Add File: b'], {
      dryRun: true,
    });
    expect(outcome).toMatchObject({ dryRun: true, files: [{ change: 'update' }, { change: 'add' }] });
    expect(files).toEqual({ a: '1\n' });
  });

  it('demands that what it changes was read, where the call requires that', async () => {
    await using tree = await openTree({ a: '1\n', b: '2\n' });
    const session = createSession({ workdir: tree.root });
    const call = { ...CALL, requireRead: true };
    for (const section of [
      'Update File: a\n-1',
      'Delete File: b',
      'Add File: a\n+x',
      'Update File: a\n*** Move to: c',
    ]) {
      const patch = `*** Begin Patch\n*** ${section}\n*** End Patch`;
      await expect(applyPatch(session, { patch }, call)).rejects.toMatchObject({ code: 'NOT_READ' });
    }
  });

  it('asks for approval of the whole patch', async () => {
    await using tree = await openTree({ a: '1\n' });
    const session = createSession({ workdir: tree.root });
    const patch = '*** Begin Patch\n*** Update File: a\n-1\n+2\n*** Add File: b\n*** End Patch';
    const asked: PatchOutcome[] = [];
    const approve = async (outcome: PatchOutcome) => {
      asked.push(outcome);
      expect(filesIn(tree.root)).toEqual({ a: '1\n' });
    };
    await applyPatch(session, { patch }, { ...CALL, approve });
    expect(asked.map(({ files }) => files.map(({ change }) => change))).toEqual([['update', 'add']]);
    expect(filesIn(tree.root)).toEqual({ a: '2\n', b: '' });
  });
});
