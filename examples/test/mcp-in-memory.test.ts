import { createToolset } from '@dragoman/dialects';
import { expect, it } from 'vitest';
import { connectedClient } from '../mcp-in-memory.ts';
import { openProject } from './project.ts';

it('lets a client in the same process read a file and see a failure', async () => {
  using project = openProject();
  const toolset = await createToolset({ dialect: 'editor', session: { workdir: project.root, readOnly: true } });
  const client = await connectedClient(toolset);

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['view', 'glob', 'grep']);
  expect(await client.callTool({ name: 'view', arguments: { path: 'notes.txt' } })).toMatchObject({
    content: [{ type: 'text', text: '     1\tthe answer is 42\n' }],
  });
  expect(await client.callTool({ name: 'view', arguments: { path: '../notes.txt' } })).toMatchObject({
    isError: true,
    _meta: { 'dragoman/error': { code: 'ACCESS_DENIED' } },
  });
  await client.close();
});
