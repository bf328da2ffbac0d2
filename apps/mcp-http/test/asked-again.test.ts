import { readFileSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { newToken, sha256, startHttp } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

const OLD = 'const limit = 10;';
const NEW = 'const limit = 20;';

const DIALECTS = ['editor', 'claude-code', 'budgeted'] as const;
type Dialect = (typeof DIALECTS)[number];

/** A server that gives each principal another dialect. */
async function openServer() {
  const tree = await openTree({ 'a.txt': `one\n${OLD}\n` });
  const tokens = { editor: newToken(), 'claude-code': newToken(), budgeted: newToken() };
  const principals = DIALECTS.map((dialect) => ({ name: dialect, dialect, tokenSha256: sha256(tokens[dialect]) }));
  writeFileSync(tree.path('principals.json'), JSON.stringify({ principals }));
  const server = await startHttp({ args: ['--principals', tree.path('principals.json'), '--workdir', tree.root] });
  return {
    content: () => readFileSync(tree.path('a.txt'), 'utf8'),
    async call(dialect: Dialect, name: string, args: object) {
      const request = modern('tools/call', { name, arguments: args });
      return (await sendModern(server.url, request, { token: tokens[dialect] })).body.result;
    },
    path: tree.path('a.txt'),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

it.each<[Dialect, string, object, string | null]>([
  ['editor', 'str_replace', { path: 'a.txt', old_str: OLD, new_str: NEW }, 'NO_MATCH'],
  ['editor', 'create_file', { path: 'a.txt', content: `one\n${NEW}\n` }, null],
  [
    'budgeted',
    'write_code',
    {
      ...{ file_path: 'a.txt', start_line: 2, end_line: 2, replacement: `${NEW}\n` },
      preconditions: { expected_text: `${OLD}\n` },
    },
    'CONFLICT',
  ],
  ['claude-code', 'Edit', { file_path: 'a.txt', old_string: OLD, new_string: NEW }, 'NO_MATCH'],
])('a change whose answer was lost is asked for again without harm: %s, %s', async (dialect, tool, args, error) => {
  await using at = await openServer();
  const whole = 'file_path' in args ? { ...args, file_path: at.path } : args;
  if (dialect === 'claude-code') await at.call(dialect, 'Read', { file_path: at.path });
  expect((await at.call(dialect, tool, whole)).isError).toBeUndefined();
  expect(at.content()).toBe(`one\n${NEW}\n`);
  const again = await at.call(dialect, tool, whole);
  expect(at.content()).toBe(`one\n${NEW}\n`);
  if (error === null) expect(again.isError).toBeUndefined();
  else {
    expect(again._meta['dragoman/error'].code).toBe(error);
    // The model sees that its change is there.
    expect(again.content[0].text).toContain(NEW);
  }
});
