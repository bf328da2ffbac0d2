import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('Write', () => {
  it('writes content to new files, exactly', async () => {
    await using server = await serve('claude-code');
    const path = server.path('a.txt');
    const content = '\ufeffone\r\ntwo\rthree \n\n\u0000é😀';
    const { text, isError } = await server.call('Write', { file_path: path, content });
    expect(isError).toBe(false);
    expect(text).toBe(`Successfully wrote ${Buffer.byteLength(content)} bytes to ${path}`);
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  it('overwrites existing files', async () => {
    await using server = await serve('claude-code', { f: 'a much longer text than the new one' });
    const file_path = server.path('f');
    await server.call('Read', { file_path });
    expect((await server.call('Write', { file_path, content: 'new' })).text).toBe(
      `Successfully wrote 3 bytes to ${file_path}`,
    );
    expect(readFileSync(file_path, 'utf8')).toBe('new');
    expect((await server.call('Write', { file_path, content: '' })).text).toBe(
      `Successfully wrote 0 bytes to ${file_path}`,
    );
    expect(readFileSync(file_path, 'utf8')).toBe('');
  });

  it('creates parent directories if needed', async () => {
    await using server = await serve('claude-code');
    const path = server.path('a/b/c/f');
    expect((await server.call('Write', { file_path: path, content: 'x' })).isError).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('x');
    expect(statSync(server.path('a/b')).mode & 0o777).toBe(0o755);
  });

  it('preserves file permissions when overwriting', async () => {
    await using server = await serve('claude-code', { f: '#!/bin/sh\n' });
    const file_path = server.path('f');
    chmodSync(file_path, 0o4750);
    await server.call('Read', { file_path });
    expect((await server.call('Write', { file_path, content: 'new' })).isError).toBe(false);
    expect(statSync(file_path).mode & 0o777).toBe(0o750);
  });

  it('supports text content only', async () => {
    await using server = await serve('claude-code');
    const file_path = server.path('f');
    for (const content of [1, true, null, undefined]) {
      const { error, text } = await server.call('Write', { file_path, content });
      expect(error.code).toBe('INVALID_ARGUMENT');
      expect(text).toContain('"content"');
    }
    expect(existsSync(file_path)).toBe(false);
    expect((await server.call('Write', { file_path, content: '{"a": 1}' })).isError).toBe(false);
    expect(readFileSync(file_path, 'utf8')).toBe('{"a": 1}');
  });

  it('refuses text that no file can hold', async () => {
    await using server = await serve('claude-code');
    const file_path = server.path('f');
    const { error } = await server.call('Write', { file_path, content: 'half a pair: \ud83d' });
    expect(error.code).toBe('UNENCODABLE');
    expect(existsSync(file_path)).toBe(false);
  });

  it('validates that the path is absolute', async () => {
    await using server = await serve('claude-code');
    const { root } = server.tree;
    for (const [file_path, meant] of [
      ['f', `${root}/f`],
      ['./f', `${root}/f`],
      ['../f', `${dirname(root)}/f`],
      ['~/f', `${homedir()}/f`],
      ['', null],
    ] as const) {
      const { text, error } = await server.call('Write', { file_path, content: 'x' });
      const hint = meant === null ? '' : `\nDid you mean ${meant}?`;
      expect(text).toBe(`file_path must be an absolute path${hint}`);
      expect(error.code).toBe('INVALID_ARGUMENT');
    }
    expect(readdirSync(server.tree.root)).toEqual([]);
  });

  it('requires the file to be read first before overwrite', async () => {
    await using server = await serve('claude-code', { f: 'old', empty: '' });
    const file_path = server.path('f');
    const refused = await server.call('Write', { file_path, content: 'new' });
    expect(refused.isError).toBe(true);
    expect(refused.error).toMatchObject({
      code: 'NOT_READ',
      path: file_path,
      version: 'sha256:cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4',
    });
    expect(readFileSync(file_path, 'utf8')).toBe('old');
    await server.call('Read', { file_path });
    expect((await server.call('Write', { file_path, content: 'new' })).isError).toBe(false);
    expect((await server.call('Write', { file_path: server.path('empty'), content: 'x' })).isError).toBe(false);
  });

  it('returns bytes written in metadata', async () => {
    await using server = await serve('claude-code');
    const path = server.path('f');
    const { outcome } = await server.call('Write', { file_path: path, content: 'é\n' });
    expect(outcome).toEqual({
      kind: 'write',
      path,
      realPath: path,
      created: true,
      bytesWritten: 3,
      version: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
  });

  it('supports dry run mode', async () => {
    await using server = await serve('claude-code', { f: 'old' }, { args: ['--dry-run'] });
    const path = server.path('d/f');
    const { text, outcome } = await server.call('Write', { file_path: path, content: 'é\n' });
    expect(text).toBe(`[Dry Run] Would write 3 bytes to ${path}`);
    expect(outcome).toMatchObject({ kind: 'write', created: true, bytesWritten: 3, dryRun: true });
    await server.call('Read', { file_path: server.path('f') });
    await server.call('Write', { file_path: server.path('f'), content: 'new' });
    expect(readdirSync(server.tree.root)).toEqual(['f']);
    expect(readFileSync(server.path('f'), 'utf8')).toBe('old');
  });

  it('refuses directories, content over the limit and a server that only reads', async () => {
    await using server = await serve('claude-code', { 'd/f': '' }, { args: ['--max-file-size', '1KB'] });
    expect((await server.call('Write', { file_path: server.path('d'), content: '' })).error.code).toBe('IS_DIRECTORY');
    const { error } = await server.call('Write', { file_path: server.path('f'), content: 'é'.repeat(513) });
    expect(error).toMatchObject({ code: 'CONTENT_TOO_LARGE', size: 1026, limit: 1024 });
    expect(readdirSync(server.tree.root)).toEqual(['d']);

    await using reader = await serve('claude-code', {}, { args: ['--read-only'] });
    const refused = await reader.call('Write', { file_path: reader.path('f'), content: '' });
    expect(refused.isError).toBe(true);
    expect(readdirSync(reader.tree.root)).toEqual([]);
  });
});
