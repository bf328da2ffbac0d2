import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, connect, dragoman, encodeAs, NODE, openTree, type RunOptions, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

interface Workplace extends AsyncDisposable {
  path(...names: string[]): string;
  readonly env: Readonly<Record<string, string>>;
  /** The command in the tree, with its overlay where `$XDG_STATE_HOME` says. */
  run(args: readonly string[], options?: RunOptions): ReturnType<typeof dragoman>;
  text(name: string): string | null;
}

async function open(nodes: Readonly<Record<string, TreeNode>>): Promise<Workplace> {
  const place = await openTree({ 'tree/': null, state: null });
  mkdirSync(place.path('tree'), { recursive: true });
  const tree = await openTree(nodes, place.path('tree'));
  const env = { XDG_STATE_HOME: place.path('state') };
  return {
    path: tree.path,
    env,
    run: (args, options = {}) => dragoman(args, { cwd: tree.root, ...options, env: { ...env, ...options.env } }),
    text: (name) => (existsSync(tree.path(name)) ? readFileSync(tree.path(name), 'utf8') : null),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

const OVERLAY = ['--overlay', '--dialect', 'filesystem'];

const write = (path: string, content: string) => [...OVERLAY, 'write_file', path, content];
const edit = (path: string, old: string, by: string) => ['--overlay', 'str_replace', path, old, by];

const said = ({ stdout, stderr, code }: Awaited<ReturnType<typeof dragoman>>) => [stdout, stderr, code];

// Seven starts of a program in a test, on a loaded machine.
describe('dragoman overlay', { timeout: 120_000 }, () => {
  it('shows as a diff what has changed, commits what is chosen and discards the rest', async () => {
    await using work = await open({ 'src/a.txt': 'one\ntwo\n', 'b.txt': 'b\n', 'old.txt': 'old\n' });
    await work.run(edit('src/a.txt', 'two', 'zwei'));
    await work.run(write('b.txt', 'no newline'));
    await work.run([...OVERLAY, 'move_file', 'old.txt', 'new.txt']);
    expect(said(await work.run(['overlay', 'diff']))).toEqual([
      `diff --git a/b.txt b/b.txt
--- a/b.txt
+++ b/b.txt
@@ -1 +1 @@
-b
+no newline
\\ No newline at end of file
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+old
diff --git a/old.txt b/old.txt
deleted file mode 100644
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-old
diff --git a/src/a.txt b/src/a.txt
--- a/src/a.txt
+++ b/src/a.txt
@@ -1,2 +1,2 @@
 one
-two
+zwei
`,
      '',
      0,
    ]);
    expect([work.text('src/a.txt'), work.text('new.txt')]).toEqual(['one\ntwo\n', null]);
    expect(said(await work.run(['overlay', 'commit', 'src']))).toEqual(['M src/a.txt\n', '', 0]);
    expect([work.text('src/a.txt'), work.text('b.txt')]).toEqual(['one\nzwei\n', 'b\n']);
    expect(said(await work.run(['overlay', 'discard', 'b.txt']))).toEqual(['M b.txt\n', '', 0]);
    expect(said(await work.run(['overlay', 'commit']))).toEqual(['A new.txt\nD old.txt\n', '', 0]);
    expect([work.text('b.txt'), work.text('new.txt'), work.text('old.txt')]).toEqual(['b\n', 'old\n', null]);
    for (const action of ['diff', 'commit', 'discard'])
      expect(said(await work.run(['overlay', action]))).toEqual([
        '',
        `dragoman: The overlay of ${work.path()} has changed nothing\n`,
        0,
      ]);
  });

  it('shows what git diff would: a text by its bytes, and of what is none that it differs', async () => {
    const bytes = (...hex: string[]) => Buffer.from(hex.join(''), 'hex');
    const wide = Buffer.from('\ufeffeins\nzwei\n', 'utf16le');
    const latin = encodeAs('Größe: groß\nähnlich für spätere Übungen\n', 'windows-1252');
    const files = { data: bytes('00ff01'), wide, latin, plain: 'one\n', gone: bytes('cafe00') };
    await using work = await open(files);
    await work.run(edit('latin', 'groß', 'klein'));
    await work.run(edit('wide', 'zwei', 'drei'));
    await work.run(edit('plain', 'one', 'two'));
    await work.run([...OVERLAY, 'move_file', 'gone', 'moved']);
    const { stdout } = await work.run(['overlay', 'diff']);
    expect(stdout).toContain('deleted file mode 100644\nBinary files a/gone and /dev/null differ\n');
    expect(stdout).toContain('new file mode 100644\nBinary files /dev/null and b/moved differ\n');
    expect(stdout).toContain('Binary files a/wide and b/wide differ\n');
    await using copy = await openTree(files);
    const env = { ...process.env, ...work.env };
    const patch = execFileSync(NODE, [CLI, 'overlay', 'diff', 'latin', 'plain'], { cwd: work.path(), env });
    execFileSync('git', ['apply'], { cwd: copy.root, input: patch });
    await work.run(['overlay', 'commit']);
    for (const name of ['latin', 'plain']) expect(readFileSync(copy.path(name))).toEqual(readFileSync(work.path(name)));
    expect(readFileSync(copy.path('plain'), 'utf8')).toBe('two\n');
  });

  it('refuses to commit over what a person has changed since, and says so in a diff before', async () => {
    await using work = await open({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
    await work.run(edit('a.txt', 'one', 'two'));
    await work.run(write('b.txt', 'mine\n'));
    await work.run(write('new.txt', 'mine\n'));
    await work.run(edit('c.txt', 'c', 'd'));
    appendFileSync(work.path('a.txt'), 'typed\n');
    rmSync(work.path('b.txt'));
    writeFileSync(work.path('new.txt'), 'typed\n');
    const files = '  a.txt: changed since\n  b.txt: no longer there\n  new.txt: there by now\n';
    const { stdout, stderr, code } = await work.run(['overlay', 'diff']);
    expect([stderr, code]).toEqual([`dragoman: A commit would be refused\n${files}`, 0]);
    expect(stdout).toContain('-one\n-typed\n+two\n');
    expect(said(await work.run(['overlay', 'commit']))).toEqual([
      '',
      `dragoman: Cannot commit: nothing was changed\n${files}`,
      1,
    ]);
    expect([work.text('a.txt'), work.text('b.txt'), work.text('c.txt')]).toEqual(['one\ntyped\n', null, 'c\n']);
    expect(said(await work.run(['overlay', 'commit', 'c.txt']))).toEqual(['M c.txt\n', '', 0]);
    writeFileSync(work.path('new.txt'), 'mine\n');
    expect(said(await work.run(['overlay', 'commit', 'new.txt']))).toEqual(['A new.txt\n', '', 0]);
    expect((await work.run(['overlay', 'discard', 'b.txt', 'a.txt'])).stdout).toBe('M a.txt\nM b.txt\n');
  });

  it('tells programs the same', async () => {
    await using work = await open({ 'a.txt': 'one\n' });
    await work.run(edit('a.txt', 'one', 'two'));
    const json = async (...args: string[]) => JSON.parse((await work.run(['overlay', ...args, '--json'])).stdout);
    const [from, to] = [expect.stringMatching(/^sha256:/), expect.stringMatching(/^sha256:/)];
    const change = { path: work.path('a.txt'), kind: 'changed', from, to };
    expect(await json('diff')).toEqual({ changes: [change], conflicts: [] });
    appendFileSync(work.path('a.txt'), 'typed\n');
    const conflict = { path: work.path('a.txt'), from, found: expect.stringMatching(/^sha256:/) };
    expect(await json('diff')).toEqual({ changes: [change], conflicts: [conflict] });
    expect(await json('commit')).toEqual({ done: [], conflicts: [conflict], brokenHardLinks: [] });
    expect(await json('discard')).toEqual({ discarded: [change] });
    expect(await json('commit')).toEqual({ done: [], conflicts: [], brokenHardLinks: [] });
    expect(await json('diff')).toEqual({ changes: [], conflicts: [] });
  });

  it('names files from the working directory, and finds an overlay by its trees in whatever order', async () => {
    await using work = await open({ 'one/a.txt': 'a\n', 'two/b.txt': 'b\n' });
    const [one, two] = [work.path('one'), work.path('two')];
    const both = ['--allow-dir', one, '--allow-dir', two];
    await work.run([...both, ...edit('a.txt', 'a', 'A')], { cwd: one });
    await work.run([...both, ...edit(join(two, 'b.txt'), 'b', 'B')], { cwd: one });
    const turned = ['--allow-dir', two, '--allow-dir', one];
    const from = async (cwd: string, ...args: string[]) =>
      (await work.run([...turned, ...args], { cwd })).stdout.match(/^diff.*|^[AMD] .*/gm);
    expect(await from(one, 'overlay', 'diff')).toEqual([
      'diff --git a/a.txt b/a.txt',
      `diff --git a${join(two, 'b.txt')} b${join(two, 'b.txt')}`,
    ]);
    expect(await from(work.path(), '--workdir', work.path(), 'overlay', 'diff')).toEqual([
      'diff --git a/one/a.txt b/one/a.txt',
      'diff --git a/two/b.txt b/two/b.txt',
    ]);
    expect(await from(two, 'overlay', 'commit', 'b.txt')).toEqual(['M b.txt']);
    expect(await from(two, 'overlay', 'commit')).toEqual([`M ${join(one, 'a.txt')}`]);
  });

  it('refuses what makes no sense', async () => {
    await using work = await open({ 'a.txt': 'one\n' });
    await work.run(edit('a.txt', 'one', 'two'));
    const root = work.path();
    const cases: readonly (readonly [args: readonly string[], sentence: string, code: number])[] = [
      [['overlay'], 'dragoman overlay needs one of diff, commit, discard', 2],
      [['overlay', 'show'], 'dragoman overlay needs one of diff, commit, discard', 2],
      [['--read-only', 'overlay', 'commit'], '--read-only leaves out overlay commit', 2],
      [
        ['--dry-run', 'overlay', 'discard'],
        '--dry-run leaves out overlay discard: dragoman overlay diff tells what it would do',
        2,
      ],
      [['overlay', 'commit', 'b.txt'], `The overlay has changed nothing at "${join(root, 'b.txt')}"`, 1],
      [['overlay', 'diff', '/'], 'Access denied: "/" is not in an allowed directory or is denied', 1],
      [
        ['overlay', 'diff', '--allow-dir', 'absent'],
        `--allow-dir: Cannot use "${join(root, 'absent')}": no such file or directory`,
        2,
      ],
      [['--overlay', 'view', '-'], '- cannot stand beside --overlay: name a file', 2],
    ];
    for (const [args, sentence, status] of cases)
      expect(said(await work.run(args))).toEqual(['', `dragoman: ${sentence}\n`, status]);
    expect(work.text('a.txt')).toBe('one\n');
    expect((await work.run(['--read-only', 'overlay', 'diff'])).code).toBe(0);
  });

  it('is shown, and nothing else, while a session has it; when that is killed nothing is lost', async () => {
    await using work = await open({ 'a.txt': 'one\n' });
    const args = ['--dialect', 'editor', '--overlay'];
    await using server = await connect({ args, cwd: work.path(), env: work.env });
    await server.call('str_replace', { path: 'a.txt', old_str: 'one', new_str: 'two' });
    expect((await work.run(['overlay', 'diff'])).stdout).toContain('-one\n+two\n');
    const held = new RegExp(`^dragoman: The overlay in ".*" belongs to process ${server.process.pid}: end that first`);
    for (const action of ['commit', 'discard']) {
      const { stdout, stderr, code } = await work.run(['overlay', action]);
      expect([stdout, stderr, code]).toEqual(['', expect.stringMatching(held), 1]);
    }
    expect(await work.run(edit('a.txt', 'two', 'three'))).toMatchObject({
      stderr: expect.stringMatching(held),
      code: 2,
    });
    server.process.kill('SIGKILL');
    await server.ended;
    expect(work.text('a.txt')).toBe('one\n');
    await using next = await connect({ args, cwd: work.path(), env: work.env });
    expect(JSON.stringify(await next.call('view', { path: 'a.txt' }))).toContain('two');
    await next[Symbol.asyncDispose]();
    expect(said(await work.run(['overlay', 'commit']))).toEqual(['M a.txt\n', '', 0]);
    expect(work.text('a.txt')).toBe('two\n');
  });

  it('lets no name and no content command a terminal', async () => {
    await using work = await open({ 'a\u001b[2J.txt': 'one\n' });
    await work.run(write('a\u001b[2J.txt', 'two\u001b[2J\n'));
    const shown = await work.run(['overlay', 'diff', '--color', 'always']);
    expect(shown.stdout).toContain('two\u241b[2J');
    expect(shown.stdout).not.toContain('\u001b[2J');
    expect((await work.run(['overlay', 'diff'])).stdout).toContain('+two\u001b[2J\n');
    expect((await work.run(['overlay', 'discard'])).stdout).toBe('M a\\e[2J.txt\n');
  });

  it('leaves out of a diff what is too large to be read', async () => {
    await using work = await open({ 'a.txt': 'x'.repeat(5000) });
    await work.run([...OVERLAY, 'write_file', 'a.txt', 'small\n']);
    const { stdout } = await work.run(['overlay', 'diff', '--max-file-size', '1KB']);
    expect(stdout).toBe('diff --git a/a.txt b/a.txt\nBinary files a/a.txt and b/a.txt differ\n');
  });
});
