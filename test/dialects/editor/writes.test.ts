import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  type Connection,
  connect,
  errorOf,
  mount,
  openTree,
  outcomeOf,
  stranger,
  testRounds,
  textOf,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const user = stranger();
const EDITS = testRounds(25);
const isRoot = process.getuid?.() === 0;

const editor = (cwd: string, ...args: string[]) => connect({ cwd, args: ['--dialect', 'editor', ...args] });

/** Names in a directory, found by other means than the server. */
const namesIn = (directory: string): string[] => readdirSync(directory).sort();

describe('edits side by side', () => {
  it('lose nothing when one server gets 64 at once', async () => {
    const count = 64;
    await using tree = await openTree({ file: Array.from({ length: count }, (_, at) => `line ${at}.\n`).join('') });
    await using server = await editor(tree.root);
    const edit = (_: unknown, at: number) =>
      server.call('str_replace', { path: 'file', old_str: `line ${at}.`, new_str: `edited ${at}.` });
    const results = await Promise.all(Array.from({ length: count }, edit));
    expect(results.filter(({ isError }) => isError)).toEqual([]);
    const expected = Array.from({ length: count }, (_, at) => `edited ${at}.\n`).join('');
    expect(readFileSync(tree.path('file'), 'utf8')).toBe(expected);
    expect(namesIn(tree.root)).toEqual(['file']);
  });

  it(`lose nothing when four servers make ${EDITS} each`, { timeout: 300_000 }, async () => {
    await using tree = await openTree({ count: 'count:end' });
    const increments = async () => {
      await using server = await editor(tree.root, '--no-fsync');
      for (let left = EDITS; left > 0; left--) {
        const result = await server.call('str_replace', { path: 'count', old_str: 'end', new_str: '+end' });
        expect(errorOf(result)).toEqual({});
      }
    };
    await Promise.all(Array.from({ length: 4 }, increments));
    expect(readFileSync(tree.path('count'), 'utf8')).toBe(`count:${'+'.repeat(4 * EDITS)}end`);
    expect(namesIn(tree.root)).toEqual(['count']);
  });
});

/** Kills servers in the middle of a write until one has left its temporary file behind. */
async function leaveBehind(directory: string): Promise<string> {
  for (;;) {
    await using server = await editor(directory);
    const writing = server.call('create_file', { path: 'large', content: 'x'.repeat(9 * 1024 * 1024) });
    writing.catch(() => undefined);
    const isTempFileName = (name: string) => name.endsWith('.tmp');
    while (!namesIn(directory).some(isTempFileName) && !existsSync(`${directory}/large`)) {
      await new Promise(setImmediate);
    }
    server.process.kill('SIGKILL');
    await server.ended;
    const left = namesIn(directory).find(isTempFileName);
    if (left !== undefined) return left;
    rmSync(`${directory}/large`, { force: true });
  }
}

describe('what a killed server left', () => {
  it('is shown by no tool, and goes with the next write beside it', { timeout: 120_000 }, async () => {
    await using tree = await openTree({ 'dir/note': 'some text' });
    const left = await leaveBehind(tree.path('dir'));
    await using server = await editor(tree.root);
    const shown = await Promise.all([
      server.call('view', { path: 'dir' }),
      server.call('view', { path: '.' }),
      server.call('glob', { pattern: '**' }),
      server.call('glob', { pattern: '**/.*' }),
      server.call('grep', { pattern: 'xxx|some', output_mode: 'files_with_matches' }),
    ]);
    expect(shown.map(textOf).join('\n')).toContain('note');
    expect(shown.map(textOf).join('\n')).not.toContain('.tmp');
    expect(namesIn(tree.path('dir'))).toContain(left);
    await server.call('create_file', { path: 'dir/other', content: '' });
    expect(namesIn(tree.path('dir'))).not.toContain(left);
  });
});

/** Tries to write and to edit, and returns how each failed. */
async function refusals(server: Connection) {
  const results = [
    await server.call('create_file', { path: 'file', content: 'n'.repeat(3 * 1024 * 1024) }),
    await server.call('create_file', { path: 'made/for/it', content: 'n'.repeat(3 * 1024 * 1024) }),
    await server.call('str_replace', { path: 'file', old_str: 'old', new_str: 'n'.repeat(3 * 1024 * 1024) }),
  ];
  return results.map((result) => ({ code: errorOf(result).code, text: textOf(result) }));
}

describe('a write that fails', () => {
  it('on a full disk leaves everything as it was, and says so', async (context) => {
    await using tree = await openTree({ disk: null });
    const disk = tree.path('disk');
    using _disk = mount(context, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
    writeFileSync(tree.path('disk/file'), 'old');
    await using server = await editor(disk);
    const full = (path: string) => {
      return { code: 'DISK_FULL', text: `Error: No space left to write ${disk}/${path}. The old content is intact` };
    };
    expect(await refusals(server)).toEqual([full('file'), full('made/for/it'), full('file')]);
    expect(readFileSync(tree.path('disk/file'), 'utf8')).toBe('old');
    expect(namesIn(disk)).toEqual(['file']);
  });

  it.runIf(process.platform === 'linux')('by a limit of the process is told from a full disk', async () => {
    await using tree = await openTree({ file: 'old' });
    await using server = await editor(tree.root);
    execFileSync('prlimit', ['--pid', String(server.process.pid), '--fsize=1000000']);
    const [first, ...others] = await refusals(server);
    const text = `Error: The system allows no file large enough to write ${tree.path('file')}. The old content is intact`;
    expect(first).toEqual({ code: 'DISK_FULL', text });
    expect(others.map(({ code }) => code)).toEqual(['DISK_FULL', 'DISK_FULL']);
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('old');
    expect(namesIn(tree.root)).toEqual(['file']);
  });

  it('on a read-only file system says so', async (context) => {
    await using tree = await openTree({ file: 'old' });
    const { root } = tree;
    using _root = mount(context, '--bind', root, root);
    execFileSync('mount', ['-o', 'remount,bind,ro', root]);
    await using server = await editor(root);
    const readOnly = (path: string) => {
      return { code: 'READ_ONLY', text: `Error: Read-only file system: ${root}/${path}. Nothing was written` };
    };
    expect(await refusals(server)).toEqual([readOnly('file'), readOnly('made/for/it'), readOnly('file')]);
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('old');
    expect(namesIn(root)).toEqual(['file']);
  });

  it.skipIf(user === null)('for want of permission says so, to a user who is not root', async () => {
    await using tree = await openTree({ file: 'old' });
    chmodSync(tree.root, 0o555);
    await using server = await connect({ cwd: tree.root, args: ['--dialect', 'editor'], ...user });
    const denied = (path: string) => {
      return {
        code: 'PERMISSION_DENIED',
        text: `Error: Permission denied by the operating system: ${tree.path(path)}`,
      };
    };
    expect(await refusals(server)).toEqual([denied('file'), denied('made/for/it'), denied('file')]);
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('old');
    expect(namesIn(tree.root)).toEqual(['file']);
  });
});

/**
 * Returns the function that prints, by a program of Python, a fact about a path; null if it fails or nothing runs it.
 */
function python(program: string): (path: string) => string | null {
  return (path) => {
    const source = `import os, struct, sys\npath = sys.argv[1]\n${program}`;
    const { status, stdout } = spawnSync('python3', ['-c', source, path], { encoding: 'utf8' });
    return status === 0 ? stdout : null;
  };
}

describe('the outcome of a write', () => {
  it.runIf(isRoot && user)('names what of a file could not be kept', async () => {
    await using tree = await openTree({ file: 'old' });
    chmodSync(tree.root, 0o777);
    chmodSync(tree.path('file'), 0o666);
    await using server = await connect({ cwd: tree.root, args: ['--dialect', 'editor'], ...user });
    const result = await server.call('str_replace', { path: 'file', old_str: 'old', new_str: 'new' });
    expect(outcomeOf(result)).toMatchObject({ notKept: ['owner'] });
    expect(textOf(result)).toContain('Note: could not be kept: owner.');
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('new');
  });

  it('has nothing to name where extended attributes and access lists were kept', async (context) => {
    await using tree = await openTree({ file: 'old' });
    const path = tree.path('file');
    const dressed = python(`
os.setxattr(path, 'user.note', b'keep me')
entries = [(1, 6, -1), (2, 6, 12345), (4, 4, -1), (16, 6, -1), (32, 4, -1)]
os.setxattr(path, 'system.posix_acl_access', struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries))`);
    if (dressed(path) === null) return context.skip('no extended attributes here');
    const attributes = python('print([(name, os.getxattr(path, name)) for name in sorted(os.listxattr(path))])');
    const before = attributes(path);
    await using server = await editor(tree.root);
    for (const [old_str, new_str] of [
      ['old', 'new'],
      ['new', 'newer'],
    ]) {
      const result = await server.call('str_replace', { path, old_str, new_str });
      expect(outcomeOf(result)).not.toHaveProperty('notKept');
    }
    expect(before).toContain('keep me');
    expect(attributes(path)).toBe(before);
  });

  it.runIf(isRoot && user)('names extended attributes that the user may not give', async (context) => {
    await using tree = await openTree({ file: 'old' });
    const path = tree.path('file');
    chmodSync(tree.root, 0o777);
    chmodSync(path, 0o666);
    const dressed = python("os.setxattr(path, 'security.capability', struct.pack('<5I', 0x02000000, 1, 0, 0, 0))");
    if (dressed(path) === null) return context.skip('no capabilities of files here');
    await using server = await connect({ cwd: tree.root, args: ['--dialect', 'editor'], ...user });
    const result = await server.call('str_replace', { path, old_str: 'old', new_str: 'new' });
    expect(outcomeOf(result)).toMatchObject({ notKept: ['owner', 'xattrs'] });
    expect(textOf(result)).toContain('Note: could not be kept: owner, xattrs.');
  });

  it('says that a hard link was broken', async () => {
    await using tree = await openTree({ file: 'old' });
    linkSync(tree.path('file'), tree.path('other'));
    await using server = await editor(tree.root);
    const result = await server.call('create_file', { path: 'file', content: 'new' });
    expect(outcomeOf(result)).toMatchObject({ brokeHardLink: true });
    expect(textOf(result)).toContain('Note: the file had other hard links; they keep the old content.');
    expect(readFileSync(tree.path('other'), 'utf8')).toBe('old');
  });

  it('on a dry run is what would have been, and nothing has', async () => {
    await using tree = await openTree({ file: 'old' });
    await using server = await editor(tree.root, '--dry-run');
    const written = await server.call('create_file', { path: 'a/b/new', content: 'text' });
    expect(outcomeOf(written)).toMatchObject({ kind: 'write', created: true, bytesWritten: 4, dryRun: true });
    const edited = await server.call('str_replace', { path: 'file', old_str: 'old', new_str: 'newer' });
    expect(outcomeOf(edited)).toMatchObject({ kind: 'edit', replacements: 1, bytesWritten: 5, dryRun: true });
    const refused = await server.call('str_replace', { path: 'file', old_str: 'none', new_str: '' });
    expect(errorOf(refused)).toMatchObject({ code: 'NO_MATCH' });
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('old');
    expect(namesIn(tree.root)).toEqual(['file']);
  });
});

describe.runIf(isRoot && user && process.platform === 'linux')('a directory for locks that somebody else made', () => {
  it('keeps nobody from writing', async () => {
    const uid = 61_234;
    const hostile = ['/dev/shm', '/tmp'].map((path) => `${path}/dragoman-locks-${uid}`);
    await using tree = await openTree();
    await using elsewhere = await openTree();
    chmodSync(tree.root, 0o777);
    chmodSync(elsewhere.root, 0o1777);
    for (const path of hostile) mkdirSync(path, { mode: 0o777 });
    try {
      const env = { HOME: '/nonexistent', TMPDIR: elsewhere.root };
      await using server = await connect({ cwd: tree.root, args: ['--dialect', 'editor'], env, uid });
      const result = await server.call('create_file', { path: 'file', content: 'new' });
      expect(errorOf(result)).toEqual({});
      expect(hostile.flatMap(namesIn)).toEqual([]);
      expect(namesIn(elsewhere.root)).toEqual([`dragoman-locks-${uid}`]);
    } finally {
      for (const path of hostile) rmSync(path, { recursive: true });
    }
    expect(namesIn(tree.root)).toEqual(['file']);
  });
});
