import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { openTree, type ServedDialect, serve, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const TOOL = 'str_replace_based_edit_tool';
const HEAD = "Here's the result of running `cat -n` on";
const FILES = { 'work/a': 'one\n', 'work/d/b': '' };

async function withJournal(tree: TemporaryTree, ...args: string[]): Promise<ServedDialect> {
  const journal = ['--journal', '--journal-dir', tree.path('journal')];
  return serve('text_editor', tree, { args: ['--workdir', tree.path('work'), ...journal, ...args] });
}

describe('undo_edit', () => {
  it('takes back one edit after the other, and then the file itself', async () => {
    await using tree = await openTree(FILES);
    await using server = await withJournal(tree);
    const path = tree.path('work/new/n');
    const undo = () => server.call(TOOL, { command: 'undo_edit', path });
    await server.call(TOOL, { command: 'create', path, file_text: 'one\n' });
    chmodSync(path, 0o755);
    await server.call(TOOL, { command: 'str_replace', path, old_str: 'one', new_str: 'two' });
    await server.call(TOOL, { command: 'insert', path, insert_line: 1, insert_text: 'three' });
    const undone = await undo();
    expect(undone.text).toBe(`Last edit to ${path} undone successfully. ${HEAD} ${path}:\n     1\ttwo\n     2\t\n`);
    expect(undone.outcome).toEqual({
      kind: 'undone',
      path,
      realPath: path,
      operation: expect.stringMatching(/^[0-9a-f]{8}$/),
      exists: true,
    });
    expect((await undo()).text).toContain('     1\tone\n');
    expect(statSync(path).mode & 0o777).toBe(0o755);
    const gone = await undo();
    expect(gone.text).toBe(`Last edit to ${path} undone successfully. The file did not exist before.`);
    expect(gone.outcome).toMatchObject({ exists: false });
    expect(existsSync(tree.path('work/new'))).toBe(false);
    const missing = await undo();
    expect(missing.text).toBe(`The path ${path} does not exist. Please provide a valid path.`);
    expect(missing.error.code).toBe('NOT_FOUND');
  });

  it('knows of no edit that another session made', async () => {
    await using tree = await openTree(FILES);
    const path = tree.path('work/a');
    {
      await using other = await withJournal(tree);
      await other.call(TOOL, { command: 'str_replace', path, old_str: 'one', new_str: 'two' });
    }
    await using server = await withJournal(tree);
    const { text, error } = await server.call(TOOL, { command: 'undo_edit', path: `${path}/` });
    expect(text).toBe(`No edit history found for ${path}.`);
    expect(error).toMatchObject({ code: 'NOT_FOUND', missing: 'edit' });
    expect(readFileSync(path, 'utf8')).toBe('two\n');
  });

  it('leaves alone what somebody has changed since', async () => {
    await using tree = await openTree(FILES);
    await using server = await withJournal(tree);
    const path = tree.path('work/a');
    await server.call(TOOL, { command: 'str_replace', path, old_str: 'one', new_str: 'two' });
    writeFileSync(path, 'two, by hand\n');
    const { text, error } = await server.call(TOOL, { command: 'undo_edit', path });
    expect(text).toBe(`${path} has changed since its last edit. Nothing was undone.`);
    expect(error.code).toBe('CONFLICT');
    expect(readFileSync(path, 'utf8')).toBe('two, by hand\n');
    writeFileSync(path, 'two\n');
    rmSync(tree.path('journal/contents'), { recursive: true });
    expect((await server.call(TOOL, { command: 'undo_edit', path })).text).toBe(`No edit history found for ${path}.`);
  });

  it('refuses paths as all commands do', async () => {
    await using tree = await openTree({ ...FILES, outside: '' });
    await using server = await withJournal(tree);
    const textOf = async (path: string) => (await server.call(TOOL, { command: 'undo_edit', path })).text;
    expect(await textOf('a')).toContain('is not an absolute path');
    expect(await textOf(tree.path('outside'))).toContain('does not exist');
    expect(await textOf(tree.path('work/d'))).toContain('only the `view` command can be used on directories');
  });

  it('is a command of a session with a journal that may write', async () => {
    await using tree = await openTree(FILES);
    const path = tree.path('work/a');
    const commandsOf = async (server: ServedDialect) => {
      const tool = (await server.tools()).find(({ name }) => name === TOOL);
      return (tool?.inputSchema.properties?.command as { enum?: string[] } | undefined)?.enum;
    };
    await using server = await withJournal(tree);
    expect(await commandsOf(server)).toEqual(['view', 'create', 'str_replace', 'insert', 'undo_edit']);
    expect((await server.call(TOOL, { command: 'frob', path })).text).toMatch(/insert, undo_edit$/);
    await using reader = await withJournal(tree, '--read-only');
    expect(await commandsOf(reader)).toEqual(['view']);
    expect((await reader.call(TOOL, { command: 'undo_edit', path })).error.code).toBe('READ_ONLY');
    expect((await reader.call(TOOL, { command: 'frob', path })).text).toMatch(/: view$/);
    await using plain = await serve('text_editor', tree, { args: ['--workdir', tree.path('work')] });
    expect(await commandsOf(plain)).toEqual(['view', 'create', 'str_replace', 'insert']);
    expect((await plain.call(TOOL, { command: 'undo_edit', path })).text).toMatch(/^Unrecognized command undo_edit\./);
  });
});
