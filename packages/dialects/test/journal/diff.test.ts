import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createToolset, type Toolset } from '@dragoman/dialects';
import { diffText, refusalTexts } from '@dragoman/formatters/internal/command-line';
import { encodeAs, openTree, type TemporaryTree, type TreeNode } from '@dragoman/testing';
import { createSession, type Session } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';

interface RecordedSession {
  readonly session: Session;
  readonly toolset: Toolset;
  /** The diff of the newest operation, or of the one that is named; each character is a byte. */
  diff(id?: string): Promise<string>;
}

async function recording(
  tree: TemporaryTree,
  dialect: 'codex' | 'filesystem' | 'text_editor',
): Promise<RecordedSession> {
  const workdir = tree.path('work');
  const session = createSession({ workdir, journal: { dir: tree.path('journal') }, memoryDir: tree.path('work') });
  const toolset = await createToolset({ dialect, session });
  const { journal } = session;
  if (journal === null) throw new Error('There is a journal');
  const diff = async (id?: string): Promise<string> => {
    const found = await journal.diff(id);
    return found.kind === 'diff'
      ? diffText(found.files, workdir)
      : refusalTexts(found.refusal, 'diff', (path) => path.slice(workdir.length + 1)).join('\n');
  };
  return { session, toolset, diff };
}

const git = (cwd: string, args: readonly string[], input: Buffer | string = ''): string =>
  execFileSync('git', args, { cwd, input, encoding: 'latin1', env: { PATH: process.env.PATH, HOME: cwd } });

type Files = Readonly<Record<string, TreeNode>>;

const patch = (...sections: string[]): string => `*** Begin Patch\n${sections.join('\n')}\n*** End Patch`;
const update = (path: string, ...lines: string[]): string => [`*** Update File: ${path}`, '@@', ...lines].join('\n');

describe('the diff of an operation', () => {
  it.each<[string, Files, string]>([
    ['files that are added', {}, patch('*** Add File: a/b.txt\n+one\n+two', '*** Add File: empty')],
    ['an edit', { f: 'one\ntwo\nthree\n' }, patch(update('f', '-two', '+2'))],
    ['an edit of many lines', { f: 'x\n'.repeat(50) }, patch(update('f', ' x', '-x', '+y', ' x'))],
    ['a last line that has no newline', { f: 'one\ntwo' }, patch(update('f', '-two', '+2'))],
    ['lines that end in CRLF', { f: 'one\r\ntwo\r\n' }, patch(update('f', '-two', '+2'))],
    ['a mark at the beginning', { f: '\ufeffone\ntwo\n' }, patch(update('f', '-two', '+2'))],
    [
      'what is no UTF-8 far below',
      { f: Buffer.concat([Buffer.from('a\n'.repeat(5000)), Buffer.from([0xff, 10])]) },
      patch(update('f', '-a', '+b')),
    ],
    ['a file that goes', { f: 'one\n', g: '' }, patch('*** Delete File: f', '*** Delete File: g')],
    ['a new name', { f: 'one\n' }, patch('*** Update File: f\n*** Move to: d/g')],
    ['a new name of no text', { f: Buffer.from([0, 1]) }, patch('*** Update File: f\n*** Move to: d/g')],
    ['a new name and another content', { f: 'one\ntwo\n' }, patch('*** Update File: f\n*** Move to: g\n@@\n-two\n+2')],
    ['a name that another file had', { f: 'one\n', g: 'two\n' }, patch('*** Update File: f\n*** Move to: g')],
    [
      'strange names',
      { 'a b': 'x\n', 'ü"\\': 'x\n' },
      patch(update('a b', '-x', '+y'), update('ü"\\', '-x', '+y'), '*** Add File: c d\n+x'),
    ],
  ])('is one that git applies: %s', async (_, files, input) => {
    await using tree = await openTree({
      work: null,
      ...Object.fromEntries(Object.entries(files).map(([name, node]) => [`work/${name}`, node])),
    });
    const [workdir, copy] = [tree.path('work'), tree.path('copy')];
    cpSync(workdir, copy, { recursive: true });
    const { toolset, diff } = await recording(tree, 'codex');
    const { isError, content } = await toolset.call('apply_patch', { input });
    expect([isError, content]).toEqual([undefined, content]);
    const text = await diff();
    git(copy, ['apply', '--whitespace=nowarn'], Buffer.from(text, 'latin1'));
    const differs = () => git(tree.root, ['diff', '--no-index', '--exit-code', 'work', 'copy']);
    expect(differs()).toBe('');
    git(copy, ['apply', '-R', '--whitespace=nowarn'], Buffer.from(text, 'latin1'));
    await toolset.close();
  });

  it('says as git does what was added, deleted and moved', async () => {
    await using tree = await openTree({ 'work/src/app.ts': 'one\n', 'work/old.ts': 'o\n', 'work/tmp.txt': 't\n' });
    const { toolset, diff } = await recording(tree, 'codex');
    await toolset.call('apply_patch', {
      input: patch(
        '*** Add File: docs/new.md\n+new',
        update('src/app.ts', '-one', '+two'),
        '*** Update File: old.ts\n*** Move to: src/new.ts',
        '*** Delete File: tmp.txt',
      ),
    });
    expect(await diff()).toBe(
      'diff --git a/docs/new.md b/docs/new.md\nnew file mode 100644\n--- /dev/null\n+++ b/docs/new.md\n@@ -0,0 +1 @@\n+new\n' +
        'diff --git a/src/app.ts b/src/app.ts\n--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-one\n+two\n' +
        'diff --git a/old.ts b/src/new.ts\nrename from old.ts\nrename to src/new.ts\n' +
        'diff --git a/tmp.txt b/tmp.txt\ndeleted file mode 100644\n--- a/tmp.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-t\n',
    );
    await toolset.close();
  });

  it('decodes text, and says of all else that it differs', async () => {
    const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    const binary = Buffer.from([0, 1, 2, 3]);
    await using tree = await openTree({
      'work/wide': wide('eins\nzwei\n'),
      'work/latin': encodeAs('Größe: groß\nähnlich für spätere Übungen\n', 'windows-1252'),
      'work/data': binary,
    });
    const { toolset, diff } = await recording(tree, 'codex');
    await toolset.call('apply_patch', {
      input: patch(update('wide', '-zwei', '+drei'), update('latin', '-Größe: groß', '+Größe: klein')),
    });
    const text = Buffer.from(await diff(), 'latin1').toString();
    expect(text).toContain(' eins\n-zwei\n+drei\n');
    expect(text).toContain('-Größe: groß\n+Größe: klein\n');
    await toolset.call('apply_patch', { input: patch('*** Delete File: data') });
    expect(await diff()).toBe(
      'diff --git a/data b/data\ndeleted file mode 100644\nBinary files a/data and /dev/null differ\n',
    );
    await toolset.call('apply_patch', { input: patch('*** Add File: data\n+x') });
    writeFileSync(tree.path('work/data'), binary);
    await toolset.call('apply_patch', { input: patch('*** Add File: data\n+x') });
    expect(await diff()).toBe('diff --git a/data b/data\nBinary files a/data and b/data differ\n');
    await toolset.close();
  });

  it('tells of a directory what is in it', async () => {
    await using tree = await openTree({ 'work/d/a': 'a\n', 'work/d/e/b': 'b\n', 'work/d/link': { link: 'a' } });
    const { toolset, diff } = await recording(tree, 'filesystem');
    await toolset.call('create_directory', { path: tree.path('work/made') });
    expect(await diff()).toBe('');
    await toolset.call('move_file', { source: tree.path('work/d'), destination: tree.path('work/n') });
    const moved = (name: string) => `diff --git a/d/${name} b/n/${name}\nrename from d/${name}\nrename to n/${name}\n`;
    expect(await diff()).toBe(moved('a') + moved('e/b') + moved('link'));
    await toolset.close();
    const notes = await recording(tree, 'text_editor');
    await notes.toolset.call('memory', { command: 'delete', path: '/memories/n' });
    expect(await notes.diff()).toContain(
      'diff --git a/n/link b/n/link\ndeleted file mode 120000\n--- a/n/link\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n',
    );
    await notes.toolset.close();
  });

  it('is refused where a content is not kept, or nothing is recorded', async () => {
    await using tree = await openTree({ 'work/f': 'one\n' });
    const { toolset, diff, session } = await recording(tree, 'codex');
    expect(await diff()).toBe('No operations are recorded');
    await toolset.call('apply_patch', { input: patch(update('f', '-one', '+two')) });
    const [operation] = (await session.journal?.operations()) ?? [];
    expect(await diff('0000zzzz')).toBe('No operation "0000zzzz"');
    expect(await diff(operation?.id.slice(0, 4))).toContain('+two');
    const version = operation?.changes[0]?.before?.slice('sha256:'.length) ?? '';
    expect(Buffer.from((await session.journal?.contentOf(`sha256:${version}`)) ?? []).toString()).toBe('one\n');
    rmSync(join(tree.path('journal/contents'), version));
    expect(await diff()).toBe(`Cannot show ${operation?.id}\n  f: its old content is not kept`);
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('two\n');
    await toolset.close();
  });
});
