import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, hasPseudoTerminals, inTerminal, NODE, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { commandsIn } from './journal-commands.ts';

const PATCH = `*** Begin Patch
*** Add File: docs/new.md
+new
*** Update File: src/app.ts
@@
-one
+two
*** Update File: old.ts
*** Move to: src/new.ts
*** Delete File: tmp.txt
*** End Patch`;

const FILES = { 'work/src/app.ts': 'one\n', 'work/old.ts': 'old\n', 'work/tmp.txt': 'tmp\n' };

describe('dragoman log', () => {
  it('says that nothing is recorded', async () => {
    await using tree = await openTree(FILES);
    expect(await commandsIn(tree).run('log')).toMatchObject({ stdout: 'No operations are recorded\n', code: 0 });
  });

  it('lists what calls changed, the newest first', async () => {
    await using tree = await openTree(FILES);
    const { call, run, ids } = commandsIn(tree);
    await call('--dialect', 'codex', 'apply_patch', PATCH);
    await call('create_file', 'a.txt', 'a');
    await call('create_file', 'a.txt', 'a');
    await call('--dry-run', 'create_file', 'b.txt', 'b');
    await call('str_replace', 'a.txt', 'absent', 'b');
    await run('create_file', 'c.txt', 'c');
    const [newest, first] = await ids();
    const { stdout } = await run('log');
    const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
    expect(stdout).toMatch(
      new RegExp(
        `^${newest}  ${time}  create_file\n  A a.txt\n${first}  ${time}  apply_patch\n  A docs/new.md\n  M src/app.ts\n  R old.ts -> src/new.ts\n  D tmp.txt\n$`,
      ),
    );
    expect((await run('log', '--limit', '1')).stdout).toMatch(/ {2}A a.txt\n1 more: --limit 2\n$/);
    expect((await run('log', 'docs')).stdout).toContain(`${first}  `);
    expect((await run('log', 'docs')).stdout).not.toContain(`${newest}  `);
    expect((await run('log', '--session', 'last')).stdout).not.toContain(`${first}  `);
    expect(await run('log', '--limit', '0')).toMatchObject({ code: 2 });
  });

  it('tells programs more', async () => {
    await using tree = await openTree(FILES);
    const { call, run, workdir } = commandsIn(tree);
    await call('str_replace', 'src/app.ts', 'one', 'two');
    expect(JSON.parse((await run('log', '--json')).stdout)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        session: expect.any(String),
        dialect: 'editor',
        tool: 'str_replace',
        client: 'dragoman',
        state: 'done',
        changes: [
          {
            change: 'update',
            path: join(workdir, 'src/app.ts'),
            before: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
            after: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          },
        ],
      },
    ]);
  });
});

describe('dragoman log of directories', () => {
  it('makes none, and lists those that were made on the way to another', async () => {
    await using tree = await openTree(FILES);
    const { call, run } = commandsIn(tree);
    const none = { stdout: 'No operations are recorded\n', stderr: '', code: 0 };
    expect(await run('log')).toMatchObject(none);
    expect(await run('log', 'src', '--session', 'last', '--json')).toMatchObject({ ...none, stdout: '[]\n' });
    expect(await run('undo')).toMatchObject({ stderr: 'dragoman: Nothing to undo\n', code: 1 });
    expect(await run('diff')).toMatchObject({ stderr: 'dragoman: No operations are recorded\n', code: 1 });
    expect(existsSync(tree.path('state'))).toBe(false);
    await call('--dialect', 'filesystem', 'create_directory', 'd/e/f');
    const { stdout } = await run('log');
    expect(stdout).toMatch(/create_directory\n {2}A d\/\n {2}A d\/e\/\n {2}A d\/e\/f\/\n$/);
    const [{ changes }] = JSON.parse((await run('log', '--json')).stdout);
    const paths = changes.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['d', 'd/e', 'd/e/f'].map((name) => tree.path('work', name)));
  });
});

describe('dragoman undo and redo', () => {
  it('take a call back, and make it again', async () => {
    await using tree = await openTree(FILES);
    const { call, run, ids, workdir } = commandsIn(tree);
    chmodSync(tree.path('work/tmp.txt'), 0o750);
    await call('--dialect', 'codex', 'apply_patch', PATCH);
    const [id = ''] = await ids();
    const undone = `(apply_patch)\n  D docs/new.md\n  R src/new.ts -> old.ts\n  M src/app.ts\n  A tmp.txt\n`;
    expect(await run('undo', '--dry-run')).toMatchObject({ stdout: `[Dry Run] Would undo ${id} ${undone}`, code: 0 });
    expect(existsSync(join(workdir, 'docs/new.md'))).toBe(true);
    expect(await run('undo')).toMatchObject({ stdout: `Undid ${id} ${undone}`, code: 0 });
    expect(readdirSync(workdir, { recursive: true }).sort()).toEqual(['old.ts', 'src', 'src/app.ts', 'tmp.txt']);
    expect(readFileSync(join(workdir, 'src/app.ts'), 'utf8')).toBe('one\n');
    expect(statSync(join(workdir, 'tmp.txt')).mode & 0o777).toBe(0o750);
    expect((await run('log')).stdout).toContain('  apply_patch  undone\n');
    const redone = `(apply_patch)\n  A docs/new.md\n  M src/app.ts\n  R old.ts -> src/new.ts\n  D tmp.txt\n`;
    expect(await run('redo', '--dry-run')).toMatchObject({ stdout: `[Dry Run] Would redo ${id} ${redone}` });
    expect(await run('redo')).toMatchObject({ stdout: `Redid ${id} ${redone}`, code: 0 });
    expect(readFileSync(join(workdir, 'src/app.ts'), 'utf8')).toBe('two\n');
  });

  it('take several back, the newest first, until one cannot be', async () => {
    await using tree = await openTree(FILES);
    const { call, run, ids, workdir } = commandsIn(tree);
    await call('str_replace', 'src/app.ts', 'one', 'two');
    await call('str_replace', 'src/app.ts', 'two', 'three');
    await call('create_file', 'b.txt', 'b');
    const [third = '', second = '', first = ''] = await ids();
    writeFileSync(join(workdir, 'b.txt'), 'by hand');
    expect(await run('undo', first, third, second)).toMatchObject({
      stdout: '',
      stderr: `dragoman: Cannot undo ${third}: nothing was changed\n  b.txt: changed since\n`,
      code: 1,
    });
    expect((await run('undo', first.slice(0, 6), second)).stdout).toBe(
      `Undid ${second} (str_replace)\n  M src/app.ts\nUndid ${first} (str_replace)\n  M src/app.ts\n`,
    );
    expect(readFileSync(join(workdir, 'src/app.ts'), 'utf8')).toBe('one\n');
    expect((await run('redo', first, second)).stdout).toBe(
      `Redid ${first} (str_replace)\n  M src/app.ts\nRedid ${second} (str_replace)\n  M src/app.ts\n`,
    );
  });

  it('refuse in so many words', async () => {
    await using tree = await openTree(FILES);
    const { call, run, ids, workdir } = commandsIn(tree);
    const refused = (sentence: string) => ({ stdout: '', stderr: `dragoman: ${sentence}\n`, code: 1 });
    expect(await run('undo')).toMatchObject(refused('Nothing to undo'));
    expect(await run('redo')).toMatchObject(refused('Nothing to redo'));
    await call('str_replace', 'src/app.ts', 'one', 'two');
    await call('str_replace', 'src/app.ts', 'two', 'three');
    const [second = '', first = ''] = await ids();
    expect(await run('undo', first)).toMatchObject(
      refused(`Cannot undo ${first}: nothing was changed\n  src/app.ts: changed by ${second}, which is not undone`),
    );
    expect(await run('redo', first)).toMatchObject(refused(`${first} is not undone`));
    expect(await run('undo', first.slice(0, 3))).toMatchObject(refused(`No operation "${first.slice(0, 3)}"`));
    expect(await run('undo', 'zzzz')).toMatchObject(refused('No operation "zzzz"'));
    await run('undo');
    expect(await run('undo', second)).toMatchObject(refused(`${second} is undone already`));
    rmSync(join(workdir, 'src/app.ts'));
    expect(await run('undo')).toMatchObject(
      refused(`Cannot undo ${first}: nothing was changed\n  src/app.ts: no longer there`),
    );
    await call('--dialect', 'codex', 'apply_patch', '*** Begin Patch\n*** Delete File: tmp.txt\n*** End Patch');
    const [third = ''] = await ids();
    writeFileSync(join(workdir, 'tmp.txt'), '');
    expect(await run('undo')).toMatchObject(
      refused(`Cannot undo ${third}: nothing was changed\n  tmp.txt: there again`),
    );
    rmSync(join(workdir, 'tmp.txt'));
    const contents = tree.path('state/dragoman/journal/contents');
    for (const name of readdirSync(contents)) writeFileSync(join(contents, name), 'damaged');
    expect(await run('undo')).toMatchObject(
      refused(`Cannot undo ${third}: nothing was changed\n  tmp.txt: its old content is not kept`),
    );
  });

  it('keep what the user denies or does not allow', async () => {
    await using tree = await openTree({ ...FILES, other: null });
    const { call, run } = commandsIn(tree);
    await call('create_file', 'secret.txt', 's');
    expect((await run('--deny', '**/secret.txt', 'log')).stdout).toBe('No operations are recorded\n');
    expect((await run('--allow-dir', tree.path('other'), 'undo')).stderr).toBe('dragoman: Nothing to undo\n');
    expect(await run('--read-only', 'undo')).toMatchObject({ code: 2 });
    expect(existsSync(tree.path('work/secret.txt'))).toBe(true);
  });
});

describe('what is done to a directory', () => {
  const remove = (workdir: string, path: string) =>
    ['--memory-dir', workdir, '--dialect', 'text_editor', 'memory', 'delete', `/memories/${path}`] as const;
  const move = (from: string, to: string) => ['--dialect', 'filesystem', 'move_file', from, to] as const;

  it('is neither shown nor undone where the user denies something in it', async () => {
    await using tree = await openTree({ 'work/d/secret.txt': 's\n', 'work/d/e/f': 'f\n' });
    const { call, run, workdir } = commandsIn(tree);
    await call(...remove(workdir, 'd'));
    const denying = (...args: string[]) => run('--deny', '**/secret.txt', ...args);
    expect((await denying('log')).stdout).toBe('No operations are recorded\n');
    expect(await denying('diff')).toMatchObject({ stdout: '', code: 1 });
    expect(await denying('undo')).toMatchObject({ stderr: 'dragoman: Nothing to undo\n', code: 1 });
    expect(readdirSync(workdir)).toEqual([]);
    expect((await run('log', 'd/e/f')).stdout).toContain('  D d/\n');
    expect((await run('undo')).stdout).toContain('  A d/\n');
    await call(...move(join(workdir, 'd'), join(workdir, 'n')));
    const refused = await denying('undo');
    expect(refused).toMatchObject({ stdout: '', code: 1 });
    expect(refused.stderr).toMatch(/^dragoman: Access denied: .+\n$/);
    expect(readdirSync(workdir)).toEqual(['n']);
  });

  it('is taken back and made again with what was done in it', async () => {
    await using tree = await openTree({ work: null });
    const { call, run, ids, workdir } = commandsIn(tree);
    await call('create_file', 'd/f', 'one');
    await call(...move(join(workdir, 'd'), join(workdir, 'n')));
    await call('str_replace', 'n/f', 'one', 'two');
    await call(...remove(workdir, 'n'));
    const all = await ids();
    expect(await run('undo', ...all)).toMatchObject({ stderr: '', code: 0 });
    expect(readdirSync(workdir)).toEqual([]);
    expect(await run('redo', ...all)).toMatchObject({ stderr: '', code: 0 });
    await run('undo');
    expect(readFileSync(join(workdir, 'n/f'), 'utf8')).toBe('two');
    rmSync(join(workdir, 'n'), { recursive: true });
    expect(await run('undo', all[2] ?? '')).toMatchObject({
      stderr: `dragoman: Cannot undo ${all[2]}: nothing was changed\n  n/: no longer there\n`,
      code: 1,
    });
  });
});

describe('the journal', () => {
  it('is for the user alone, and for no tool', async () => {
    await using tree = await openTree(FILES);
    const { call, run, workdir } = commandsIn(tree);
    const options = ['--journal-dir', join(workdir, 'j')];
    await call(...options, 'create_file', 'a.txt', 'a');
    const modes = readdirSync(join(workdir, 'j'), { recursive: true, withFileTypes: true }).map(
      (entry) => [entry.isDirectory(), statSync(join(entry.parentPath, entry.name)).mode & 0o777] as const,
    );
    expect(new Set(modes.map(String))).toEqual(new Set([`true,${0o700}`, `false,${0o600}`]));
    expect(statSync(join(workdir, 'j')).mode & 0o777).toBe(0o700);
    expect((await call(...options, 'view', 'j/operations.jsonl')).code).toBe(1);
    expect((await call(...options, 'glob', '**/*')).stdout).not.toContain('operations');
    expect((await run(...options, 'undo')).code).toBe(0);
    expect(existsSync(join(workdir, 'a.txt'))).toBe(false);
  });

  it.each([
    ['--journal-size', 'much'],
    ['--journal-age', '0'],
    ['--journal-dir', '/dev/null/journal'],
  ])('refuses %s %s', async (option, value) => {
    await using tree = await openTree(FILES);
    const { stderr, code } = await commandsIn(tree).call(option, value, 'view', 'old.ts');
    expect(stderr).toMatch(new RegExp(`^dragoman: .*${value.slice(0, 4)}.*\n$`));
    expect(code).toBe(2);
  });

  it('lets the oldest operations go', async () => {
    await using tree = await openTree({ 'work/f': '' });
    const { call, run } = commandsIn(tree);
    const options = ['--journal-size', '30KB'];
    for (const letter of 'abcdef') await call(...options, 'create_file', 'f', letter.repeat(10_000));
    const { stdout } = await run(...options, 'log');
    expect(stdout.match(/create_file/g)?.length).toBe(1);
    const contents = tree.path('state/dragoman/journal/contents');
    const sizes = readdirSync(contents).map((name) => statSync(join(contents, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30 * 1024);
    await run(...options, 'undo');
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('e'.repeat(10_000));
  });

  it('passes over what is damaged', async () => {
    await using tree = await openTree(FILES);
    const { call, run, ids } = commandsIn(tree);
    await call('create_file', 'a.txt', 'a');
    await call('create_file', 'b.txt', 'b');
    const list = tree.path('state/dragoman/journal/operations.jsonl');
    const [first = '', second = ''] = readFileSync(list, 'utf8').split('\n');
    writeFileSync(list, `garbage\n${first.replace('a.txt', 'x.txt')}\n\0\n${second}\n${second.slice(0, 50)}`);
    mkdirSync(tree.path('state/dragoman/journal/records/foreign'));
    expect(await ids()).toHaveLength(1);
    await call('create_file', 'c.txt', 'c');
    expect(await ids()).toHaveLength(2);
    expect((await run('undo', '--dry-run')).stdout).toContain('D c.txt');
    expect((await run('undo', '--session', 'last')).stdout).toMatch(
      /^Undid [0-9a-f]{8} \(create_file\)\n {2}D c\.txt\n$/,
    );
    expect((await run('redo', '--session', 'last')).stdout).toMatch(
      /^Redid [0-9a-f]{8} \(create_file\)\n {2}A c\.txt\n$/,
    );
    writeFileSync(list, readFileSync(list, 'utf8').replaceAll('"time"', '"tame"'));
    for (const words of [['undo'], ['undo', '--session', 'last']])
      expect(await run(...words)).toMatchObject({ stdout: '', stderr: 'dragoman: Nothing to undo\n', code: 1 });
  });
});

describe('dragoman diff', () => {
  it('shows all that a session or the calls below a path changed, so that git can apply it', async () => {
    await using tree = await openTree({ ...FILES, again: null });
    const { call, run, workdir } = commandsIn(tree);
    for (const name of ['again', 'work']) execFileSync('git', ['init', '-q', tree.path(name)]);
    writeFileSync(tree.path('again/one.txt'), 'one\n');
    writeFileSync(join(workdir, 'one.txt'), 'one\n');
    const patch = (body: string) =>
      call('--dialect', 'codex', 'apply_patch', `*** Begin Patch\n${body}*** End Patch\n`);
    await patch('*** Update File: one.txt\n@@\n-one\n+two\n*** Add File: d/new.txt\n+new\n');
    await call('str_replace', 'one.txt', 'two', 'three');
    const all = await run('diff', '.');
    execFileSync('git', ['apply', '-'], { cwd: tree.path('again'), input: all.stdout });
    expect(readFileSync(tree.path('again/one.txt'), 'utf8')).toBe('three\n');
    expect(readFileSync(tree.path('again/d/new.txt'), 'utf8')).toBe('new\n');
    const below = await run('diff', 'd', 'nothing');
    expect(below.stdout).toMatch(/^diff --git a\/d\/new.txt b\/d\/new.txt\n/);
    expect(below.stdout).not.toContain('one.txt');
    expect((await run('diff', '--session', 'last')).stdout).toContain('-two\n+three\n');
    expect((await run('diff', '--session', 'last')).stdout).not.toContain('+two\n');
    expect(JSON.parse((await run('diff', 'one.txt', '--json')).stdout)).toMatchObject([
      { tool: 'apply_patch', diff: expect.not.stringContaining('new.txt') },
      { tool: 'str_replace' },
    ]);
    await run('undo');
    expect((await run('diff', 'one.txt')).stdout).not.toContain('three');
    expect(await run('diff', '--session', 'none')).toMatchObject({ stderr: 'dragoman: No operations are recorded\n' });
  });

  it('shows what a call changed, as git does', async () => {
    await using tree = await openTree({ ...FILES, 'work/wide': Buffer.from('\ufeffeins\n', 'utf16le') });
    const { call, run, ids } = commandsIn(tree);
    await call('str_replace', 'src/app.ts', 'one', 'two');
    await call('str_replace', 'wide', 'eins', 'zwei');
    const [second = '', first = ''] = await ids();
    const text = 'diff --git a/src/app.ts b/src/app.ts\n--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-one\n+two\n';
    expect(await run('diff', first.slice(0, 4))).toMatchObject({ stdout: text, stderr: '', code: 0 });
    expect((await run('diff')).stdout).toContain('@@ -1 +1 @@\n-eins\n+zwei\n');
    expect(JSON.parse((await run('diff', first, '--json')).stdout)).toMatchObject({
      id: first,
      tool: 'str_replace',
      changes: [{ change: 'update' }],
      diff: text,
    });
    expect((await run('diff', first, '--color', 'always')).stdout).toContain(
      '\x1b[31m-one\x1b[39m\n\x1b[32m+two\x1b[39m\n',
    );
    expect(await run('diff', first, second)).toMatchObject({ code: 2 });
    expect(await run('diff', 'zzzz')).toMatchObject({ stderr: 'dragoman: No operation "zzzz"\n', code: 1 });
  });

  it('says that nothing is recorded', async () => {
    await using tree = await openTree(FILES);
    const { stdout, stderr, code } = await commandsIn(tree).run('diff');
    expect({ stdout, stderr, code }).toEqual({ stdout: '', stderr: 'dragoman: No operations are recorded\n', code: 1 });
  });
});

describe.runIf(hasPseudoTerminals())('in a terminal', () => {
  it('log and diff are coloured, and go through a pager', async () => {
    await using tree = await openTree(FILES);
    const { call, ids, workdir } = commandsIn(tree);
    await call('str_replace', 'src/app.ts', 'one', 'two\x1b[2J');
    const [id = ''] = await ids();
    const shown = (command: string, pager: string) => {
      const env = { XDG_STATE_HOME: tree.path('state'), TZ: 'UTC', PAGER: pager };
      return inTerminal(`'${NODE}' '${CLI}' ${command}`, { cwd: workdir, env });
    };
    expect(await shown('log', 'cat')).toContain(`\x1b[33m${id}\x1b[39m  `);
    expect(await shown('log', `sed 's/^/> /'`)).toContain('>   \x1b[36mM\x1b[39m src/app.ts\n');
    expect(await shown('diff', 'no-such-pager')).toContain('\x1b[31m-one\x1b[39m\n\x1b[32m+two␛[2J\x1b[39m\n');
    expect(await shown('diff', `sed 's/^/> /'`)).toContain('> \x1b[1mdiff --git a/src/app.ts b/src/app.ts\x1b[22m\n');
  });
});

describe('a journal that is there', () => {
  it('lends completion its ids', async () => {
    await using tree = await openTree(FILES);
    const { call, run, ids } = commandsIn(tree);
    const words = async (...typed: string[]): Promise<string[]> =>
      (await run('completion', 'words', '--', ...typed)).stdout.split('\n').slice(0, -1);
    expect(await words('undo', '')).toEqual([]);
    await call('create_file', 'a.txt', 'a');
    await call('create_file', 'b.txt', 'b');
    const [second = '', first = ''] = await ids();
    await run('undo');
    expect(await words('undo', '')).toEqual([`${first}\tcreate_file a.txt`]);
    expect(await words('redo', '')).toEqual([`${second}\tcreate_file b.txt`]);
    expect(await words('diff', second.slice(0, 3))).toEqual([`${second}\tcreate_file b.txt`]);
    expect(await words('undo', '--journal-size', 'much', '')).toEqual([]);
    expect(await words('undo', '--session', '')).toEqual(['last\t']);
    expect(await words('log', '--lim')).toEqual(['--limit\t']);
  });

  it('is examined by doctor', async () => {
    await using tree = await openTree(FILES);
    const { call, run } = commandsIn(tree);
    expect((await run('doctor')).stdout).not.toContain('Journal');
    expect(existsSync(tree.path('state'))).toBe(false);
    await call('create_file', 'a.txt', 'abc');
    await call('create_file', 'b.txt', 'b');
    const directory = tree.path('state/dragoman/journal');
    const day = new Date().toISOString().slice(0, 8);
    expect((await run('doctor')).stdout).toMatch(
      new RegExp(`^ok {6}Journal ${directory}: 2 operations since ${day}\\d\\d, 4 B of 500\\.0 MB$`, 'm'),
    );
    for (const name of readdirSync(join(directory, 'contents'))) writeFileSync(join(directory, 'contents', name), 'x');
    writeFileSync(join(directory, 'operations.jsonl'), 'cut off', { flag: 'a' });
    const { stdout, code } = await run('doctor');
    expect(stdout).toMatch(
      /^weaker {2}Journal .+\. 1 line of its list cannot be read\. 2 operations cannot be undone: a content is damaged or gone$/m,
    );
    expect(code).toBe(0);
    expect(JSON.parse((await run('doctor', '--json')).stdout).journal).toMatchObject({ directory, operations: 2 });
  });
});
