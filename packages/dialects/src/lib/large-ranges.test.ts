import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';

const LINES = Array.from({ length: 2000 }, (_, at) => `line ${at + 1}\n`).join('');

it.each([
  ['claude', 'Read', { offset: 1999, limit: 1 }, '1999\tline 1999'],
  ['gemini-cli', 'read_file', { start_line: 1999, end_line: 1999 }, 'line 1999'],
  ['gemini-cli', 'read_file', { offset: 1998, limit: 1 }, 'line 1999'],
] as const)('a range of a file over the size limit is read: %s', async (dialect, tool, range, shown) => {
  await using tree = await openTree({ 'big.txt': LINES });
  const session = { workdir: tree.root, limits: { maxFileSize: 1000 } };
  await using toolset = await createToolset({ dialect, session });
  const part = await toolset.call(tool, { file_path: 'big.txt', ...range });
  expect([part.isError, JSON.stringify(part.content)]).toEqual([
    undefined,
    expect.stringContaining(JSON.stringify(shown).slice(1, -1)),
  ]);
  if (dialect === 'gemini-cli') expect((await toolset.call(tool, { file_path: 'big.txt' })).isError).toBe(true);
});
