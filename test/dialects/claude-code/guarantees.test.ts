import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  DENY,
  HOSTILE_CASES,
  lines,
  mount,
  openHostileTree,
  openTree,
  peakMemory,
  SECRET,
  serve,
  serveBuilt,
  stranger,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('Performance', () => {
  it.runIf(process.platform === 'linux')(
    'handles large files with streaming, and never loads one entirely',
    async () => {
      const line = `${'x'.repeat(99)}\n`;
      await using server = await serveBuilt(
        'claude-code',
        { f: line.repeat(1_000_000) },
        { args: ['--max-file-size', '100MB'] },
      );
      await server.call('Read', { file_path: server.path('f'), limit: 1 });
      const before = peakMemory(server.pid);
      const { text } = await server.call('Read', { file_path: server.path('f'), offset: 999_999 });
      expect(text).toBe(`999999\t${line}1000000\t${line.trimEnd()}`);
      expect(peakMemory(server.pid) - before).toBeLessThan(15_000_000);
    },
  );

  it('uses efficient filesystem traversal: Glob enters no directory in which nothing can match', async (context) => {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`d${at % 60}/f${at}.ts`, '']));
    const closed = ['node_modules/closed', 'other/closed'];
    await using tree = await openTree({ ...files, ...Object.fromEntries(closed.map((name) => [name, null])) });
    chmodSync(tree.root, 0o755);
    for (const name of closed) chmodSync(tree.path(name), 0);
    const user = stranger() ?? context.skip('no other user can start the server here');
    await using server = await serve('claude-code', tree, { ...user });
    const outcomeOf = async (pattern: string) => (await server.call('Glob', { pattern })).outcome;
    expect(await outcomeOf('**/*7.ts')).toMatchObject({ total: 300, incomplete: false, unreadable: 1 });
    expect(await outcomeOf('d*/*7.ts')).toMatchObject({ total: 300, incomplete: false, unreadable: 0 });
  });

  it('uses an optimized regex engine: Grep is slow on no pattern and in no tree of thousands of files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [`d${at % 60}/f${at}.ts`, at % 1000 === 7 ? 'needle\n' : 'hay\n']),
    );
    await using server = await serve('claude-code', { ...files, long: `${'a'.repeat(60_000)}\n` });
    const { text } = await server.call('Grep', { pattern: 'needle' });
    expect(text.split('\n').toSorted()).toEqual(
      ['d7/f7.ts', 'd47/f1007.ts', 'd27/f2007.ts'].map((path) => server.path(path)).toSorted(),
    );
    for (const pattern of ['(a+)+b', '(a|aa)+b', '(a*)*b']) {
      const { outcome } = await server.call('Grep', { pattern });
      expect([pattern, outcome.total, outcome.incomplete]).toEqual([pattern, 0, false]);
    }
  });
});

describe('Security', () => {
  it('validates that all paths are within allowed directories', async () => {
    await using outside = await openTree({ f: SECRET });
    await using server = await serve('claude-code', { f: 'a' });
    for (const path of [outside.path('f'), outside.path('nothing'), outside.root]) {
      for (const [name, args] of [
        ['Read', {}],
        ['Write', { content: 'x' }],
        ['Edit', { old_string: 'SECRET', new_string: 'x' }],
        ['Edit', { old_string: '', new_string: 'x' }],
      ] as const) {
        const { text, error } = await server.call(name, { file_path: path, ...args });
        expect(error.code).toBe('ACCESS_DENIED');
        const allowed = `Allowed: ${server.tree.root}`;
        expect(text).toBe(`Access denied: ${path} is outside the allowed directories or denied\n${allowed}`);
      }
    }
    for (const path of [outside.root, outside.path('nothing'), `${server.tree.root}/../${basename(outside.root)}`]) {
      for (const [name, args] of [
        ['Glob', { pattern: '*', path }],
        ['Glob', { pattern: `${path}/*` }],
        ['Grep', { pattern: 'SECRET', path }],
      ] as const) {
        const { text, error } = await server.call(name, args);
        expect([name, error.code, text.includes(SECRET)]).toEqual([name, 'ACCESS_DENIED', false]);
      }
    }
    expect(readdirSync(outside.root)).toEqual(['f']);
    expect(readFileSync(outside.path('f'), 'utf8')).toBe(SECRET);
  });

  it('follows no symlink outside allowed paths, and prevents path traversal', async () => {
    await using hostile = await openHostileTree();
    await using server = await serve('claude-code', hostile, {
      args: ['--require-read', 'never', ...DENY.flatMap((glob) => ['--deny', glob])],
    });
    const guarded = hostile.guarded();
    for (const { path, answer } of HOSTILE_CASES.filter(({ answer }) => /^[A-Z]/.test(answer))) {
      const file_path = hostile.resolve(path);
      const read = await server.call('Read', { file_path });
      expect([path, read.isError, JSON.stringify(read).includes(SECRET)]).toEqual([path, true, false]);
      if (answer !== 'ACCESS_DENIED') continue;
      const write = await server.call('Write', { file_path, content: 'x' });
      expect([path, write.error.code]).toEqual([path, 'ACCESS_DENIED']);
      const edit = await server.call('Edit', { file_path, old_string: SECRET, new_string: 'x' });
      expect([path, edit.error.code]).toEqual([path, 'ACCESS_DENIED']);
    }
    expect(hostile.guarded()).toBe(guarded);
  });

  it('searches through no link that leads outside', async () => {
    await using outside = await openTree({ 'f.ts': `${SECRET}\n` });
    await using server = await serve('claude-code', {
      'a.ts': '',
      file: { link: outside.path('f.ts') },
      folder: { link: outside.root },
    });
    expect((await server.call('Glob', { pattern: '**' })).text).toBe(server.path('a.ts'));
    expect((await server.call('Grep', { pattern: 'SECRET' })).text).toBe('No matches found');
    for (const path of [server.path('folder'), server.path('file')]) {
      expect((await server.call('Grep', { pattern: 'SECRET', path })).error.code).toBe('ACCESS_DENIED');
      expect((await server.call('Glob', { pattern: '*', path })).error.code).toBe('ACCESS_DENIED');
    }
  });

  it('gives no access to system-sensitive files', async () => {
    await using server = await serve(
      'claude-code',
      { '.ssh/id_rsa': SECRET, '.git/config': 'a' },
      { args: ['--allow-dir', '/'] },
    );
    for (const file_path of [server.path('.ssh/id_rsa'), '/etc/shadow', '/proc/self/environ', '/dev/zero']) {
      expect((await server.call('Read', { file_path })).error.code).toBe('ACCESS_DENIED');
    }
    expect((await server.call('Read', { file_path: server.path('.git/config') })).isError).toBe(false);
    const hook = { file_path: server.path('.git/hooks/pre-commit'), content: '' };
    expect((await server.call('Write', hook)).error.code).toBe('ACCESS_DENIED');
  });

  it('never hangs on a pipe', async () => {
    await using server = await serve('claude-code');
    execFileSync('mkfifo', [server.path('pipe')]);
    for (const [name, args] of [
      ['Read', {}],
      ['Write', { content: 'x' }],
      ['Edit', { old_string: 'a', new_string: 'x' }],
    ] as const) {
      const { error } = await server.call(name, { file_path: server.path('pipe'), ...args });
      expect(error.code).toBe('UNSUPPORTED_FILE');
    }
  });
});

describe('Reliability', () => {
  it('handles encoding errors gracefully', async () => {
    await using server = await serve('claude-code', {
      f: Buffer.from([0x61, 0xc3, 0xa9, 0x0a, 0xff, 0x62, 0x0a, 0xe2, 0x82]),
    });
    const { text, isError } = await server.call('Read', { file_path: server.path('f') });
    expect(isError).toBe(false);
    expect(text.split('\n')).toHaveLength(3);
  });

  it('handles permission errors with clear messages', async (context) => {
    await using tree = await openTree({ f: 'a', 'closed/f': 'a' });
    chmodSync(tree.root, 0o755);
    chmodSync(tree.path('f'), 0o600);
    chmodSync(tree.path('closed'), 0o500);
    const user = stranger() ?? context.skip('no other user can start the server here');
    await using server = await serve('claude-code', tree, { ...user });
    for (const [name, file_path, args] of [
      ['Read', tree.path('f'), {}],
      ['Write', tree.path('closed/f'), { content: '' }],
      ['Write', tree.path('new'), { content: '' }],
    ] as const) {
      const { content, error } = await server.call(name, { file_path, ...args });
      expect(content).toEqual([{ type: 'text', text: `Permission denied by the operating system: ${file_path}` }]);
      expect(error).toMatchObject({ code: 'PERMISSION_DENIED', path: file_path });
    }
  });

  it('handles disk full errors', async (context) => {
    await using server = await serve('claude-code', { disk: null });
    const disk = server.path('disk');
    using _disk = mount(context, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
    const path = server.path('disk/f');
    writeFileSync(path, 'old');
    await server.call('Read', { file_path: path });
    const { text, error } = await server.call('Write', { file_path: path, content: 'x'.repeat(2_000_000) });
    expect(error.code).toBe('DISK_FULL');
    expect(text).toBe(`No space left to write ${path}. The old content is intact`);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(disk)).toEqual(['f']);
  });

  it('handles concurrent access safely', async () => {
    await using server = await serve('claude-code', { f: lines(50) });
    const file_path = server.path('f');
    await server.call('Read', { file_path });
    const edits = Array.from({ length: 50 }, (_, index) =>
      server.call('Edit', { file_path, old_string: `line ${index + 1}\n`, new_string: `${index + 1}\n` }),
    );
    expect((await Promise.all(edits)).filter(({ isError }) => isError)).toEqual([]);
    expect(readFileSync(file_path, 'utf8')).toBe(lines(50).replaceAll('line ', ''));
    writeFileSync(file_path, 'by somebody else');
    expect((await server.call('Write', { file_path, content: 'x' })).error.code).toBe('STALE_READ');
  });
});
