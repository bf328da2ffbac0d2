import { connect, serve } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { table } from './table.ts';

const files = table({ ROOT: null }, { args: ['--shell', 'unrestricted'] });

it('lists the parameters that the models know, and no others', async () => {
  const tools = await files.server.tools();
  const parameters = Object.fromEntries(
    tools.map(({ name, inputSchema }) => [name, [Object.keys(inputSchema.properties ?? {}), inputSchema.required]]),
  );
  expect(parameters).toEqual({
    glob: [['pattern', 'path', 'case_sensitive', 'respect_git_ignore'], ['pattern']],
    search_file_content: [['pattern', 'path', 'include'], ['pattern']],
    list_directory: [['path', 'ignore', 'respect_git_ignore'], ['path']],
    read_file: [['absolute_path', 'offset', 'limit'], ['absolute_path']],
    write_file: [
      ['file_path', 'content'],
      ['file_path', 'content'],
    ],
    replace: [
      ['file_path', 'old_string', 'new_string', 'expected_replacements'],
      ['file_path', 'old_string', 'new_string'],
    ],
    run_shell_command: [['command', 'description', 'directory'], ['command']],
  });
});

it('is the dialect of clients whose name contains gemini', async () => {
  await using server = await connect({ cwd: files.tree.root, clientName: 'Gemini-CLI-mcp-client' });
  const { tools } = await server.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'list_directory',
    'read_file',
    'write_file',
    'replace',
    'glob',
    'search_file_content',
  ]);
});

it('changes nothing in a session that only reads', async () => {
  await using server = await serve('gemini', files.tree, { args: ['--read-only'] });
  const tools = await server.tools();
  expect(tools.map(({ name }) => name)).toEqual(['list_directory', 'read_file', 'glob', 'search_file_content']);
});
