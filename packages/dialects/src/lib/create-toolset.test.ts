import { readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';

describe('createToolset', () => {
  it('works on a session that it is given, which another dialect may share', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const session = createSession({ workdir: tree.root });
    const editor = await createToolset({ dialect: 'editor', session });
    const claude = await createToolset({ dialect: 'claude-code', session });
    const write = { file_path: tree.path('f'), content: 'three\n' };
    expect((await claude.call('Write', write))._meta?.['dragoman/error']).toMatchObject({ code: 'NOT_READ' });
    await editor.call('str_replace', { path: 'f', old_str: 'one', new_str: 'two' });
    expect((await claude.call('Write', write)).isError).toBe(undefined);
    await editor.close();
  });

  it.each([
    ['editor', 'view', 'path'],
    ['claude-code', 'Read', 'file_path'],
    ['gemini', 'read_file', 'absolute_path'],
    ['budgeted', 'read_code', 'file_path'],
  ] as const)('answers in %s with nothing that strict readers of JSON refuse', async (dialect, name, argument) => {
    await using tree = await openTree({ utf16: Buffer.from('\ufeffhalf \ud800 a pair', 'utf16le') });
    const toolset = await createToolset({ dialect, session: { workdir: tree.root } });
    for (const path of ['utf16', 'no \udcff']) {
      const result = await toolset.call(name, { [argument]: tree.path(path) });
      expect(result.isError).toBe(path === 'utf16' ? undefined : true);
      expect(JSON.stringify(result)).toContain('\ufffd');
      expect(JSON.stringify(result)).not.toContain('\\ud');
    }
    await toolset.close();
  });

  it('tells of arguments that are none', async () => {
    await using tree = await openTree();
    const toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    for (const args of [null, undefined, [], 'path', 7]) {
      const { isError, _meta } = await toolset.call('view', args);
      expect([isError, _meta?.['dragoman/error']]).toMatchObject([true, { code: 'INVALID_ARGUMENT' }]);
    }
    expect((await toolset.call('View', {}))._meta?.['dragoman/error']).toMatchObject({ tool: 'View' });
    await toolset.close();
  });

  describe('cancelled before it began, for whatever reason,', () => {
    const reasons = [undefined, new Error('Enough'), new DOMException('Too slow', 'TimeoutError'), null];
    const path = 'f';
    const calls = [
      ['editor', 'view', { path }],
      ['editor', 'create_file', { path, content: 'new\n' }],
      ['editor', 'str_replace', { path, old_str: 'old', new_str: 'new' }],
      ['editor', 'grep', { pattern: 'old' }],
      ['budgeted', 'read_code', { file_path: path }],
      ['budgeted', 'write_code', { file_path: path, start_line: 1, end_line: 1, replacement: 'new' }],
    ] as const;

    it.each(calls)('answers CANCELLED: %s %s', async (dialect, name, args) => {
      await using tree = await openTree({ f: 'old\n' });
      await using toolset = await createToolset({ dialect, session: { workdir: tree.root } });
      for (const reason of reasons) {
        const { _meta } = await toolset.call(name, args, { signal: AbortSignal.abort(reason) });
        expect(_meta?.['dragoman/error']).toMatchObject({ code: 'CANCELLED' });
      }
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('old\n');
    });
  });

  it('is closed where its scope ends, and does nothing any more', async () => {
    await using tree = await openTree({ f: 'old\n' });
    const open = () => createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const ended = await (async () => {
      await using toolset = await open();
      return toolset;
    })();
    for (const [name, args] of [
      ['create_file', { path: 'f', content: 'new\n' }],
      ['view', { path: 'f' }],
    ] as const) {
      expect((await ended.call(name, args))._meta?.['dragoman/error']).toMatchObject({ code: 'CANCELLED' });
    }
    await ended.close();
    await using other = await open();
    expect((await other.call('view', { path: 'f' })).content).toEqual([{ type: 'text', text: '     1\told' }]);
  });
});
