import { readFileSync } from 'node:fs';
import { serve } from '@dragoman/testing';
import { expect, it } from 'vitest';

/** Arguments that Qwen Code's models name otherwise than Gemini CLI's. */
it('takes the names of Qwen Code', async () => {
  await using server = await serve('gemini', { 'a.ts': 'one two one\n', 'b.md': 'one\n' });
  const path = server.path('a.ts');
  const edit = (args: object) => server.call('edit', { file_path: path, ...args });
  const several = await edit({ old_string: 'one', new_string: '1' });
  expect([several.isError, several.error.code]).toEqual([true, 'AMBIGUOUS_MATCH']);
  expect((await edit({ old_string: 'two', new_string: '2', replace_all: false })).isError).toBe(false);
  expect((await edit({ old_string: 'one', new_string: '1', replace_all: true })).isError).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('1 2 1\n');
  const found = await server.call('grep_search', { pattern: '1|one', glob: '*.md', limit: 5 });
  expect(found.text).toContain('File: b.md');
  expect(found.text).not.toContain('a.ts');
  expect((await server.call('read_file', { file_path: path })).text).toContain('1 2 1');
  const options = { respect_git_ignore: false, respect_qwen_ignore: true };
  const listed = await server.call('list_directory', { path: server.tree.root, file_filtering_options: options });
  expect(listed.text).toContain('b.md');
  const names = (await server.tools()).map(({ name }) => name);
  expect(names.filter((name) => name === 'edit' || name === 'grep_search')).toEqual([]);
});
