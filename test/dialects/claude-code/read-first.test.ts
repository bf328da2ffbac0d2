import {
  appendFileSync,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { pngOf, type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const OLD = 'sha256:cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4';

const read = (server: ServedDialect, name: string) => server.call('Read', { file_path: server.path(name) });
const write = (server: ServedDialect, name: string, content = 'new') =>
  server.call('Write', { file_path: server.path(name), content });
const edit = (server: ServedDialect, name: string, old_string: string, new_string: string) =>
  server.call('Edit', { file_path: server.path(name), old_string, new_string });

describe('the rule to read first', () => {
  it('names the version of what was not read, so that no other call is needed to know it', async () => {
    await using server = await serve('claude-code', { f: 'old' });
    for (const { error, text } of [await write(server, 'f'), await edit(server, 'f', 'o', 'x')]) {
      expect(error).toMatchObject({ code: 'NOT_READ', version: OLD });
      expect(text).toContain(OLD);
    }
  });

  it('takes a part of the file, or a look at an image, for a read', async () => {
    const png = pngOf(1, 1);
    await using server = await serve('claude-code', { f: 'a\nb\nc\n', png });
    await server.call('Read', { file_path: server.path('f'), offset: 2, limit: 1 });
    expect((await write(server, 'f')).isError).toBe(false);
    await read(server, 'png');
    expect((await write(server, 'png')).isError).toBe(false);
  });

  it('takes no failed read for one', async () => {
    await using server = await serve('claude-code', { f: 'a\n', binary: Buffer.from([0, 1, 2, 3, 0xff]) });
    await server.call('Read', { file_path: server.path('f'), offset: 9 });
    expect((await write(server, 'f')).error.code).toBe('NOT_READ');
    await read(server, 'binary');
    expect((await write(server, 'binary')).error.code).toBe('NOT_READ');
  });

  it('says of a file over the limit why it cannot be read, and what helps', async () => {
    await using server = await serve('claude-code', { f: 'x'.repeat(2000) }, { args: ['--max-file-size', '1KB'] });
    const { error, text } = await write(server, 'f');
    expect(error).toMatchObject({ code: 'NOT_READ', size: 2000, limit: 1024 });
    expect(text).toContain('and the limit is 1.0 KB (1024 bytes)');
    expect(text).toContain('--max-file-size raises the limit');
  });

  it('takes no search and no listing for a read', async () => {
    await using server = await serve('claude-code', { f: 'needle\n' });
    await server.call('Glob', { pattern: '*' });
    await server.call('Grep', { pattern: 'needle', path: server.path('f'), output_mode: 'content' });
    expect((await write(server, 'f')).error.code).toBe('NOT_READ');
    expect((await edit(server, 'f', 'needle', 'x')).error.code).toBe('NOT_READ');
  });

  it('finds a file stale whose content is another, and fresh once it is read again', async () => {
    await using server = await serve('claude-code', { f: 'one' });
    await read(server, 'f');
    writeFileSync(server.path('f'), 'old');
    const { error, text } = await write(server, 'f');
    expect(error).toMatchObject({ code: 'STALE_READ', version: OLD });
    expect(text).toContain(OLD);
    expect((await edit(server, 'f', 'old', 'new')).error.code).toBe('STALE_READ');
    expect(readFileSync(server.path('f'), 'utf8')).toBe('old');
    await read(server, 'f');
    expect((await write(server, 'f')).isError).toBe(false);
  });

  it('finds a file stale that only grew, and one whose time was set back', async () => {
    await using server = await serve('claude-code', { grown: 'a', disguised: 'abc' });
    const { atime, mtime } = statSync(server.path('disguised'));
    await read(server, 'grown');
    await read(server, 'disguised');
    appendFileSync(server.path('grown'), 'b');
    writeFileSync(server.path('disguised'), 'xyz');
    utimesSync(server.path('disguised'), atime, mtime);
    expect((await write(server, 'grown')).error.code).toBe('STALE_READ');
    expect((await write(server, 'disguised')).error.code).toBe('STALE_READ');
  });

  it('takes a new time over the same bytes for no change', async () => {
    const large = Buffer.alloc(5_000_000, 'all work and no play\n');
    await using server = await serve('claude-code', { touched: 'a', rewritten: 'b', replaced: 'c', large });
    for (const name of ['touched', 'rewritten', 'replaced', 'large']) await read(server, name);
    utimesSync(server.path('touched'), new Date(0), new Date(0));
    utimesSync(server.path('large'), new Date(0), new Date(0));
    writeFileSync(server.path('rewritten'), 'b');
    copyFileSync(server.path('replaced'), server.path('copy'));
    renameSync(server.path('copy'), server.path('replaced'));
    for (const name of ['touched', 'rewritten', 'replaced', 'large']) {
      expect((await write(server, name)).isError).toBe(false);
    }
  });

  it('finds a file stale that another took the place of by a rename', async () => {
    await using server = await serve('claude-code', { f: 'seen', other: 'never seen', third: 'seen too' });
    await read(server, 'f');
    await read(server, 'third');
    renameSync(server.path('other'), server.path('f'));
    expect((await write(server, 'f')).error.code).toBe('STALE_READ');
    renameSync(server.path('third'), server.path('f'));
    expect((await write(server, 'f')).error.code).toBe('STALE_READ');
  });

  it('does not take a new file for one that is gone, though it got its inode', async () => {
    await using server = await serve('claude-code', { f: 'a' });
    await read(server, 'f');
    rmSync(server.path('f'));
    writeFileSync(server.path('g'), 'another text');
    expect((await write(server, 'g')).error.code).toBe('NOT_READ');
  });

  it('knows a file by every name', async () => {
    await using server = await serve('claude-code', { 'd/f': 'a', hard: 'b' });
    symlinkSync('d', server.path('to-d'));
    symlinkSync('d/f', server.path('to-f'));
    linkSync(server.path('hard'), server.path('other-name'));
    await read(server, 'to-f');
    expect((await write(server, 'to-d/f', 'one')).isError).toBe(false);
    expect((await write(server, 'd/f', 'two')).isError).toBe(false);
    expect((await write(server, 'd/../to-d/./f', 'three')).isError).toBe(false);
    await read(server, 'other-name');
    const { isError, outcome } = await write(server, 'hard');
    expect(isError).toBe(false);
    expect(outcome).toMatchObject({ brokeHardLink: true });
    expect(readFileSync(server.path('other-name'), 'utf8')).toBe('b');
  });

  it('counts what the session wrote itself as read', async () => {
    await using server = await serve('claude-code');
    expect((await write(server, 'f', 'one')).isError).toBe(false);
    expect((await edit(server, 'f', 'one', 'two')).isError).toBe(false);
    expect((await edit(server, 'f', 'two', 'three')).isError).toBe(false);
    expect((await write(server, 'f', 'four')).isError).toBe(false);
    writeFileSync(server.path('f'), 'by somebody else');
    expect((await edit(server, 'f', 'by', 'x')).error.code).toBe('STALE_READ');
  });

  it('holds for each session alone', async () => {
    await using server = await serve('claude-code', { f: 'a' });
    await read(server, 'f');
    await using other = await serve('claude-code', server.tree);
    expect((await write(other, 'f')).error.code).toBe('NOT_READ');
  });

  it('holds on a dry run too', async () => {
    await using server = await serve('claude-code', { f: 'a' }, { args: ['--dry-run'] });
    expect((await write(server, 'f')).error.code).toBe('NOT_READ');
  });

  it('remembers a large file by its content, though it answers before it has read it all', async () => {
    const large = Buffer.alloc(12_000_000, 'all work and no play\n');
    await using server = await serve(
      'claude-code',
      { same: large, changed: large },
      { args: ['--max-file-size', '20MB'] },
    );
    for (const name of ['same', 'changed']) {
      await server.call('Read', { file_path: server.path(name), limit: 1 });
    }
    expect((await edit(server, 'same', 'all work and no play\nall', 'x')).error.code).toBe('AMBIGUOUS_MATCH');
    large.write('no work', 4_000_000);
    writeFileSync(server.path('changed'), large);
    expect((await edit(server, 'changed', 'no work', 'x')).error.code).toBe('STALE_READ');
  });

  it('can be waived with --require-read never', async () => {
    await using server = await serve('claude-code', { f: 'a' }, { args: ['--require-read', 'never'] });
    expect((await edit(server, 'f', 'a', 'b')).isError).toBe(false);
    expect((await write(server, 'f')).isError).toBe(false);
  });
});
