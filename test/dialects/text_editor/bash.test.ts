import { mkdirSync, readFileSync } from 'node:fs';
import { runs, serve } from '@dragoman/testing';
import { expect, it } from 'vitest';

const SHELL = ['--shell', 'unrestricted'];

it('answers as bash of editor', async () => {
  await using server = await serve('text_editor', { d: null }, { args: SHELL });
  const { text } = await server.call('bash', { command: 'echo out; echo err >&2; exit 3' });
  expect(text).toBe('out\nstderr:\nerr\nexit_code: 3');
  expect((await server.call('bash', { command: 'cd d && pwd -P' })).text).toContain('/d\n');
});

it('starts anew where it began, without what was running', async () => {
  await using server = await serve('text_editor', {}, { args: SHELL });
  mkdirSync(server.path('d'));
  await server.call('bash', { command: 'cd d; sleep 1000 & echo $! > ../pid' });
  const { text, isError } = await server.call('bash', { restart: true, command: 'touch never' });
  expect([text, isError]).toEqual(['tool has been restarted.', false]);
  expect(runs(Number(readFileSync(server.path('pid'), 'utf8')))).toBe(false);
  const after = await server.call('bash', { command: 'pwd -P; ls' });
  expect(after.text).toBe(`${server.tree.root}\nd\npid\nexit_code: 0`);
});

it.each([{}, { restart: false }, { command: '' }])('wants to be told what to do: %j', async (args) => {
  await using server = await serve('text_editor', {}, { args: SHELL });
  const { text, isError, error } = await server.call('bash', args);
  expect([text, isError, error.code]).toEqual(['no command provided.', true, 'INVALID_ARGUMENT']);
});
