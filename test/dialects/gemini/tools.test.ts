import { serve } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { E, table } from './table.ts';

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

it('changes nothing in a session that only reads', async () => {
  await using server = await serve('gemini', files.tree, { args: ['--read-only'] });
  const tools = await server.tools();
  expect(tools.map(({ name }) => name)).toEqual(['list_directory', 'read_file', 'glob', 'search_file_content']);
});

it('.geminiignore of every allowed directory holds there, and not elsewhere', async () => {
  const files = {
    'one/.geminiignore': 'x.txt\n',
    'one/x.txt': 'word',
    'two/.geminiignore': 'y.txt\n',
    'two/x.txt': 'word',
    'two/y.txt': 'word',
  };
  const args = ['--allow-dir', 'one', '--allow-dir', 'two', '--workdir', 'one'];
  await using server = await serve('gemini', files, { args });
  const ignored = (name: string) => `${E}File path '${server.path(name)}' is ignored by .geminiignore pattern(s).`;
  const read = async (name: string) => (await server.call('read_file', { absolute_path: server.path(name) })).text;
  expect(await read('one/x.txt')).toBe(ignored('one/x.txt'));
  expect(await read('two/x.txt')).toBe('word');
  expect(await read('two/y.txt')).toBe(ignored('two/y.txt'));
  const found = await server.call('search_file_content', { pattern: 'word', path: server.path('two') });
  expect(found.text).toContain('Found 1 matches');
});

it('.geminiignore is no rule for commands, nor for other dialects', async () => {
  await using server = await serve(
    'gemini',
    { '.geminiignore': 'a.secret', 'a.secret': 'word' },
    { args: ['--shell', 'unrestricted'] },
  );
  const { text } = await server.call('run_shell_command', { command: 'cat a.secret' });
  expect(text).toContain('word');
  await using other = await serve('claude-code', server.tree);
  expect((await other.call('Read', { file_path: server.path('a.secret') })).text).toContain('word');
});
