import { readFileSync } from 'node:fs';
import { connect, openTree, serve, textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { createToolset } from '../../../packages/dialects/src/index.ts';

const PATCH = '*** Begin Patch\n*** Add File: f\n+x\n*** End Patch';

it('lists the parameters that the models know, and no others', async () => {
  await using server = await serve('codex');
  const tools = await server.tools();
  const parameters = tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]);
  expect(Object.fromEntries(parameters)).toEqual({
    apply_patch: ['input'],
    read_file: ['file_path', 'offset', 'limit'],
    list_dir: ['dir_path', 'offset', 'limit', 'depth'],
    grep_files: ['pattern', 'include', 'path', 'limit'],
    view_image: ['path'],
  });
});

it.each([
  ['codex-mcp-client', 'apply_patch'],
  ['Qwen-Code', 'read_file'],
])('is chosen by the name of the client: %s has %s first', async (clientName, first) => {
  await using tree = await openTree();
  await using server = await connect({ cwd: tree.root, clientName });
  const { tools } = await server.client.listTools();
  expect(tools[0]?.name).toBe(first);
});

it('changes nothing in a session that only reads, and only says so on a dry run', async () => {
  await using reading = await serve('codex', {}, { args: ['--read-only'] });
  expect((await reading.tools()).map(({ name }) => name)).toEqual([
    'read_file',
    'list_dir',
    'grep_files',
    'view_image',
  ]);
  await using dry = await serve('codex', {}, { args: ['--dry-run'] });
  const { text, outcome } = await dry.call('apply_patch', { input: PATCH });
  expect(text).toBe('[Dry Run] Would update the following files:\nA f\n');
  expect(outcome).toMatchObject({ dryRun: true });
});

it('gives embedders the tool as the models’ service takes it, and takes the bare text', async () => {
  await using tree = await openTree();
  await using toolset = await createToolset({ dialect: 'codex', session: { workdir: tree.root } });
  expect(toolset.clientTools).toEqual([
    {
      type: 'custom',
      name: 'apply_patch',
      description: toolset.tools[0]?.description,
      format: { type: 'grammar', syntax: 'lark', definition: expect.stringContaining('"*** Begin Patch"') },
    },
  ]);
  const result = await toolset.call('apply_patch', PATCH);
  expect(textOf(result)).toMatch(/\nA f\n$/);
  expect(readFileSync(tree.path('f'), 'utf8')).toBe('x\n');
  await using other = await createToolset({ dialect: 'gemini', session: { workdir: tree.root } });
  expect(other.clientTools).toEqual([]);
});

it.each([
  [{ type: 'create_file', path: 'new', diff: '+x\n+y\n' }, 'x\ny\n'],
  [{ type: 'create_file', path: 'new' }, ''],
  [{ type: 'update_file', path: 'f', diff: '@@\n-old\n+new' }, 'new\n'],
])('does an operation: %j', async (operation, content) => {
  await using tree = await openTree({ f: 'old\n' });
  await using toolset = await createToolset({ dialect: 'codex', session: { workdir: tree.root } });
  const { isError = false } = await toolset.call('apply_patch', { operation });
  expect(isError).toBe(false);
  expect(readFileSync(tree.path(operation.path), 'utf8')).toBe(content);
});

it.each([
  [{ type: 'rename_file', path: 'f' }],
  [{ type: 'delete_file' }],
  [{ type: 'delete_file', path: 'f\n*** Delete File: g' }],
  [{ type: 'update_file', path: 'f', diff: '-old\n*** Delete File: g' }],
  [{ type: 'create_file', path: 'new', diff: '+x\n*** End Patch' }],
])('refuses an operation that is not about one file: %j', async (operation) => {
  await using tree = await openTree({ f: 'old\n', g: '' });
  await using toolset = await createToolset({ dialect: 'codex', session: { workdir: tree.root } });
  const { isError, _meta } = await toolset.call('apply_patch', { operation });
  expect(isError).toBe(true);
  expect(_meta?.['dragoman/error']).toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(readFileSync(tree.path('f'), 'utf8')).toBe('old\n');
  expect(readFileSync(tree.path('g'), 'utf8')).toBe('');
});
