import { pathToFileURL } from 'node:url';
import { type Connection, connect, NODE, openTree, SERVER, type TemporaryTree } from '@dragoman/testing';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ListRootsRequestSchema, ResourceListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, vi } from 'vitest';

const uriOf = (path: string): string => pathToFileURL(path).href;

const FILES = { 'a.md': '# One\r\n', 'dir/b.txt': 'two\n' };

/** Lists, completes and reads as a client of either line does. */
async function exercise(client: Pick<Client, 'listResources' | 'readResource' | 'complete'>, tree: TemporaryTree) {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([tree.root, tree.path('a.md'), tree.path('dir')].map(uriOf));
  const ref = { type: 'ref/resource', uri: 'file:///{+path}' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'dir/' } });
  expect(completion.values).toEqual([tree.path('dir/b.txt').slice(1)]);
  const { contents } = await client.readResource({ uri: `file:///${completion.values[0]}` });
  expect(contents).toMatchObject([{ uri: uriOf(tree.path('dir/b.txt')), text: 'two\n', mimeType: 'text/plain' }]);
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({ code: -32000 });
}

describe('resources', () => {
  it('are there for a client of the SDK’s first line', async () => {
    await using tree = await openTree(FILES);
    await using server = await connect({ cwd: tree.root });
    expect(server.client.getServerVersion()).toMatchObject({
      websiteUrl: expect.stringMatching(/^https:/),
      icons: [{ mimeType: 'image/svg+xml' }],
    });
    await exercise(server.client, tree);
    const { resourceTemplates } = await server.client.listResourceTemplates();
    expect(resourceTemplates).toEqual([{ uriTemplate: 'file:///{+path}', name: 'file' }]);
  });

  it.each(['2026-07-28', '2025-11-25'])('are there for a client of the second line, by %s', async (version) => {
    await using tree = await openTree(FILES);
    const mode = version === '2025-11-25' ? ('legacy' as const) : { pin: version };
    const client = new NewClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const { PATH = '', HOME = '' } = process.env;
    const server = { command: NODE, args: [SERVER], cwd: tree.root, env: { PATH, HOME } };
    await client.connect(new StdioClientTransport(server));
    await exercise(client as Parameters<typeof exercise>[0], tree);
    const skills = new SkillsClient(client);
    expect(skills.directoryRead).toBe(true);
    expect((await skills.list()).skills).toEqual([]);
    const { resources } = await skills.readDirectory(uriOf(tree.path('dir')));
    expect(resources).toMatchObject([{ uri: uriOf(tree.path('dir/b.txt')), name: 'b.txt', size: 4 }]);
    await client.close();
  });

  it('follow the client’s roots, and it is told', async () => {
    await using tree = await openTree({ 'one/a': '', 'two/b': '' });
    const roots = [tree.path('one')];
    const onChange = vi.fn();
    await using server = await connectWithRoots(tree, roots, onChange);
    const names = async () => (await server.client.listResources()).resources.map(({ name }) => name);
    expect(server.client.getServerCapabilities()?.resources).toEqual({ listChanged: true });
    expect(await names()).toEqual(['one', 'a']);
    onChange.mockClear();
    roots[0] = tree.path('two');
    await server.client.sendRootsListChanged();
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(await names()).toEqual(['two', 'b']);
  });

  it('are not there if they are off', async () => {
    await using tree = await openTree(FILES);
    await using server = await connect({ cwd: tree.root, args: ['--resources', 'off'] });
    expect(server.client.getServerCapabilities()).toEqual({ tools: {}, logging: {} });
    const params = { uri: uriOf(tree.path('a.md')) };
    await expect(server.client.readResource(params)).rejects.toMatchObject({ code: -32601 });
  });
});

function connectWithRoots(tree: TemporaryTree, roots: string[], onChange: () => void): Promise<Connection> {
  return connect({
    cwd: tree.root,
    capabilities: { roots: { listChanged: true } },
    prepare(client) {
      client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((path) => ({ uri: uriOf(path) })) }));
      client.setNotificationHandler(ResourceListChangedNotificationSchema, onChange);
    },
  });
}
