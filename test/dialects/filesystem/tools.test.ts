import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { connect, openTree, serve, textOf } from '@dragoman/testing';
import { ListRootsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { startOfficial } from './official.ts';

/** A schema without what only words it, and what JSON Schema assumes. */
function bare(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value) => (key === 'description' || key === '$schema' ? undefined : value));
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort()
        .map(([key, inner]) => [key, sorted(inner)]),
    );
  };
  return sorted(JSON.parse(text));
}

const listed = ({ name, title, inputSchema, outputSchema }: Tool) => ({
  ...{ name, title, input: bare(inputSchema), output: bare(outputSchema) },
});

it('lists what the official server lists, in its order', async () => {
  await using tree = await openTree();
  await using official = await startOfficial([tree.root]);
  await using server = await serve('filesystem', tree);
  const [ours, theirs] = [await server.tools(), await official.tools()];
  expect(ours.map(listed)).toEqual(theirs.map(listed));
  for (const [index, { annotations }] of theirs.entries())
    expect(ours[index]?.annotations).toMatchObject(annotations ?? {});
});

it('starts where the first directory is that is there, and says which is not', async () => {
  await using tree = await openTree({ 'one/a.txt': 'first\n', 'two/a.txt': 'second\n' });
  const args = ['--dialect', 'filesystem', tree.path('gone'), tree.path('one'), tree.path('two')];
  await using server = await connect({ args, cwd: tree.path('two') });
  expect(textOf(await server.call('read_text_file', { path: 'a.txt' }))).toBe('first\n');
  expect(textOf(await server.call('list_allowed_directories', {}))).toBe(
    `Allowed directories:\n${tree.path('one')}\n${tree.path('two')}`,
  );
  await expect.poll(() => server.log).toContain(tree.path('gone'));
});

it('refuses to start if no directory is there', async () => {
  await using tree = await openTree();
  const args = ['--dialect', 'filesystem', tree.path('gone')];
  await expect(connect({ args, cwd: tree.root })).rejects.toThrow();
});

it('takes ~ for the home directory', async () => {
  await using tree = await openTree({ 'a.txt': 'x' });
  await using server = await serve('filesystem', tree, { args: ['~'], env: { HOME: tree.root } });
  expect((await server.call('read_text_file', { path: '~/a.txt' })).text).toBe('x');
  expect(homedir()).not.toBe(tree.root);
});

it('changes nothing in a session that only reads, and only says so on a dry run', async () => {
  await using reading = await serve('filesystem', {}, { args: ['--read-only'] });
  const names = (await reading.tools()).map(({ name }) => name);
  expect(names).toHaveLength(10);
  for (const name of ['write_file', 'edit_file', 'create_directory', 'move_file']) expect(names).not.toContain(name);
  await using dry = await serve('filesystem', { 'a.txt': 'old\n' }, { args: ['--dry-run'] });
  const answers = [
    await dry.call('write_file', { path: 'a.txt', content: 'new' }),
    await dry.call('create_directory', { path: 'd' }),
    await dry.call('move_file', { source: 'a.txt', destination: 'b.txt' }),
  ];
  expect(answers.map(({ text }) => text)).toEqual([
    '[Dry Run] Would write to a.txt',
    '[Dry Run] Would create directory d',
    '[Dry Run] Would move a.txt to b.txt',
  ]);
  expect(answers.map(({ outcome }) => outcome.dryRun)).toEqual([true, true, true]);
  const edits = [{ oldText: 'old', newText: 'new' }];
  expect((await dry.call('edit_file', { path: 'a.txt', edits })).text).toMatch(
    /^```diff\n[\s\S]*\n-old\n\+new\n```\n\n$/,
  );
  expect((await dry.call('list_directory', { path: '.' })).text).toBe('[FILE] a.txt');
});

it('narrows to the roots of the client, and never gets others by them', async () => {
  await using tree = await openTree({ 'a/in.txt': 'x', 'b/out.txt': 'x' });
  mkdirSync(tree.path('c'));
  const args = ['--dialect', 'filesystem', tree.path('a'), tree.path('c')];
  const roots = ['b', 'c'].map((name) => ({ uri: `file://${tree.path(name)}` }));
  await using server = await connect({
    args,
    cwd: tree.root,
    capabilities: { roots: {} },
    prepare: (client) => client.setRequestHandler(ListRootsRequestSchema, () => ({ roots })),
  });
  expect(textOf(await server.call('list_allowed_directories', {}))).toBe(`Allowed directories:\n${tree.path('c')}`);
  expect(textOf(await server.call('read_text_file', { path: tree.path('b/out.txt') }))).toMatch(/^Access denied - /);
});
