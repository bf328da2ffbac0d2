import { openTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset, type ToolsetOptions } from './toolset.ts';

describe('createToolset', () => {
  it('refuses a dialect that it does not know', async () => {
    await using tree = await openTree();
    const options: ToolsetOptions = JSON.parse(JSON.stringify({ dialect: 'latin', session: { workdir: tree.root } }));
    await expect(createToolset(options)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

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
});
