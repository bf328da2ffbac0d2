import { expect, it } from 'vitest';
import { connectedClient } from '../mcp-in-memory.ts';
import { openProject } from './project.ts';

it('lets a client in the same process write a file and see a failure', async () => {
  await using project = await openProject();
  const client = await connectedClient(project.toolset);

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('create_file');
  expect(await client.callTool({ name: 'create_file', arguments: { path: 'notes.txt', content: '42' } })).toMatchObject(
    {
      content: [{ type: 'text', text: expect.stringContaining('notes.txt') }],
    },
  );
  expect(
    await client.callTool({ name: 'create_file', arguments: { path: '../notes.txt', content: '42' } }),
  ).toMatchObject({
    isError: true,
    _meta: { 'dragoman/error': { code: 'ACCESS_DENIED' } },
  });
  await client.close();
  expect(project.read('notes.txt')).toBe('42');
});
