import { symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { pathToFileURL } from 'node:url';
import {
  type ConnectOptions,
  casesToTest,
  connect,
  DIALECTS,
  errorOf,
  openTree,
  type StartOptions,
  start,
  textOf,
} from '@dragoman/testing';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';

/** A client that opened these folders. */
const withFolders = (folders: readonly string[]): ConnectOptions => ({
  capabilities: { roots: { listChanged: true } },
  prepare: (client) =>
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href })),
    })),
});

const sentenceOf = (directory: string): string =>
  `Access denied: no directory is allowed. ${directory}, where the server was started, is allowed only by name: the user has to name it or another directory with --allow-dir, or open a folder in the client`;

describe('a server that is started in a home, without directories and without roots', () => {
  it.each(casesToTest(DIALECTS, 3))('refuses every call and says why, in the log too (%s)', async (dialect) => {
    await using tree = await openTree({ 'a.txt': 'mine' });
    await using server = await connect({
      args: ['--dialect', dialect],
      cwd: tree.root,
      env: { HOME: tree.root },
    });
    const { tools } = await server.client.listTools();
    for (const { name } of tools) {
      const result = await server.call(name);
      expect(result.isError, name).toBe(true);
      expect(textOf(result)).toContain(sentenceOf(tree.root));
      expect(errorOf(result)).toMatchObject({ code: 'ACCESS_DENIED', allowed: [] });
    }
    expect(server.log).toBe(
      `dragoman-mcp warn: Started in "${tree.root}", the home directory, which is allowed only by name: name the directories to work in, with --allow-dir, or open a folder in the client\n`,
    );
    expect(server.client.getInstructions()).toContain('the folders of the workspace; without any, none.\n');
  });

  it('takes links and the home of the account for what they are', async () => {
    await using tree = await openTree({ me: null });
    symlinkSync(tree.path('me'), tree.path('link'));
    const { homedir } = userInfo();
    const places: StartOptions[] = [
      { cwd: tree.path('me'), env: { HOME: tree.path('link') } },
      { cwd: tree.path('link'), env: { HOME: tree.path('me') } },
      { cwd: homedir, env: { HOME: tree.root } },
      { cwd: '/', env: { HOME: '' } },
    ];
    for (const place of places) {
      await using server = await connect({ args: ['--dialect', 'editor'], ...place });
      expect(errorOf(await server.call('glob', { pattern: '*' }))).toMatchObject({
        code: 'ACCESS_DENIED',
        allowed: [],
      });
      expect(server.log).toContain('which is allowed only by name');
    }
  });

  it('runs no command, and keeps the notes of a memory that was named', async () => {
    await using tree = await openTree({ 'memory/a.txt': 'note' });
    const args = ['--dialect', 'text_editor', '--shell', 'unrestricted', '--memory-dir', tree.path('memory')];
    await using server = await connect({ args, cwd: '/' });
    expect(textOf(await server.call('bash', { command: 'id' }))).toContain(sentenceOf('/'));
    expect(textOf(await server.call('memory', { command: 'view', path: '/memories/a.txt' }))).toContain('note');
  });

  it.each([
    ['as a directory', ['.']],
    ['as the working directory', ['--workdir', '.']],
  ])('works in it when it is named %s', async (_, args) => {
    await using tree = await openTree({ 'a.txt': 'mine' });
    await using server = await connect({
      args: ['--dialect', 'editor', ...args],
      cwd: tree.root,
      env: { HOME: tree.root },
    });
    expect(textOf(await server.call('view', { path: 'a.txt' }))).toContain('mine');
    expect(server.log).toBe('');
  });

  it('does not start with an overlay, which follows no roots', async () => {
    await using server = start({ args: ['--overlay'], cwd: '/' });
    expect((await server.ended).code).toBe(2);
    expect(server.log).toMatch(/^dragoman-mcp: Started in "\/", the root of the file system, [^\n]+\n$/);
  });
});

describe('roots of a client whose server was started in the root or a home', () => {
  it('are what is allowed, from when they come', async () => {
    await using tree = await openTree({ 'project/a.txt': 'text', 'b.txt': 'mine' });
    const folders: string[] = [];
    await using server = await connect({
      ...withFolders(folders),
      args: ['--dialect', 'editor'],
      cwd: tree.root,
      env: { HOME: tree.root },
    });
    expect(textOf(await server.call('view', { path: 'b.txt' }))).toContain(sentenceOf(tree.root));
    folders.push(tree.path('project'));
    await server.client.sendRootsListChanged();
    expect(textOf(await server.call('view', { path: 'a.txt' }))).toContain('text');
    expect(errorOf(await server.call('view', { path: tree.path('b.txt') })).code).toBe('ACCESS_DENIED');
  });

  it('leave nothing allowed where none of them can be used', async () => {
    await using tree = await openTree({ 'file.txt': '' });
    const folders = [tree.path('missing'), tree.path('file.txt')];
    await using server = await connect({ ...withFolders(folders), args: ['--dialect', 'editor'], cwd: '/' });
    expect(textOf(await server.call('view', { path: '/etc/hostname' }))).toContain(sentenceOf('/'));
    expect(textOf(await server.call('glob', { pattern: '*', path: '/' }))).toContain(sentenceOf('/'));
  });

  it('may name the home, which is said', async () => {
    await using tree = await openTree({ 'a.txt': 'mine' });
    const options = { args: ['--dialect', 'editor'], cwd: '/', env: { HOME: tree.root } };
    await using server = await connect({ ...withFolders([tree.root]), ...options });
    expect(textOf(await server.call('view', { path: tree.path('a.txt') }))).toContain('mine');
    expect(server.log).toContain('warn: A root of the client is all of a drive or a home {"root":');
  });
});

describe('a directory that is missing', () => {
  it.each(casesToTest(DIALECTS, 3))('is skipped with a warning beside others (%s)', async (dialect) => {
    await using tree = await openTree({ 'one/a.txt': 'text', two: null });
    const named = [tree.path('gone'), tree.path('one'), tree.path('two')];
    await using server = await connect({ args: ['--dialect', dialect, ...named], cwd: '/' });
    expect(server.log).toBe(
      `dragoman-mcp warn: Allowed directory skipped: it does not exist {"directory":"${tree.path('gone')}"}\n`,
    );
    if (dialect === 'editor') expect(textOf(await server.call('view', { path: 'a.txt' }))).toContain('text');
  });

  it.each<[string, (path: string) => readonly string[], string]>([
    ['all are', (tree) => [`${tree}/gone`, `${tree}/lost`], 'no such file or directory'],
    ['it is a slip of the keyboard', (tree) => [`${tree}/two`, `${tree}/porject`], 'did you mean "'],
    ['it is a placeholder', (tree) => [tree, '${workspaceFolder}'], 'stands for a directory'],
    ['it is a placeholder in brackets', (tree) => [tree, '<path>'], 'stands for a directory'],
    ['it is a URL', (tree) => [tree, `file://${tree}/two`], 'must be a path and no URL'],
    ['it is a list', (tree) => [`${tree}/two`, `${tree}/two,${tree}/project`], 'must be a single path'],
    ['it is in quotation marks', (tree) => [tree, `"${tree}/two"`], 'must be a path without quotation marks'],
    ['it is a file', (tree) => [tree, `${tree}/file.txt`], 'not a directory'],
  ])('ends the start where %s', async (_, named, reason) => {
    await using tree = await openTree({ project: null, two: null, 'file.txt': '' });
    await using server = start({ args: named(tree.root), cwd: '/' });
    expect((await server.ended).code).toBe(2);
    expect(server.log).toMatch(/^dragoman-mcp: --allow-dir[^\n]+\n$/);
    expect(server.log).toContain(reason);
  });
});

it('an allowed directory that is denied whole is named in a warning', async () => {
  await using tree = await openTree({ '.gnupg/a.txt': 'secret', one: null });
  await using server = await connect({ args: [tree.path('one'), tree.path('.gnupg')], cwd: '/' });
  expect(server.log).toBe(
    `dragoman-mcp warn: Allowed directory is denied whole {"directory":"${tree.path('.gnupg')}"}\n`,
  );
});

describe('a variable that means nothing', () => {
  it.each([
    ['DRAGOMAN_READONLY', '; did you mean "DRAGOMAN_READ_ONLY"?'],
    ['DRAGOMAN_ALLOW_DIRS', '; did you mean "DRAGOMAN_ALLOW_DIR"?'],
    ['dragoman_read_only', '; did you mean "DRAGOMAN_READ_ONLY"?'],
    ['DRAGOMAN-READ-ONLY', '; did you mean "DRAGOMAN_READ_ONLY"?'],
    ['DRAGOMAN_HELP_ME_PLEASE', '; --help lists the options, each of which is also a variable'],
  ])('ends the start: %s', async (name, rest) => {
    await using tree = await openTree();
    for (const value of ['1', '']) {
      await using server = start({ args: [tree.root], env: { [name]: value } });
      expect((await server.ended).code).toBe(2);
      expect(server.log).toBe(`dragoman-mcp: Unknown variable ${name}${rest}\n`);
    }
  });

  it('is none of those of another program, nor of those that Kubernetes sets', async () => {
    await using tree = await openTree();
    const links = { DRAGOMAN_PORT: 'tcp://10.0.0.1:80', DRAGOMAN_SERVICE_HOST: '10.0.0.1' };
    const env = { ...links, DRAGOMAN_LOG: 'debug', DRAGOMAN_LISTEN: '127.0.0.1:0', DRAGOMAN_TOKEN: 'secret' };
    await using server = await connect({ args: [tree.root], env });
    expect(server.log).toBe('');
  });

  it('is none of those that a command of another server has', async () => {
    await using tree = await openTree();
    await using outer = await connect({ args: ['--dialect', 'editor', '--shell', 'unrestricted', tree.root] });
    const result = await outer.call('bash', { command: 'env | grep ^DRAGOMAN_' });
    const [name = '', value = ''] = textOf(result).split('=');
    expect(name).toBe('DRAGOMAN_COMMAND');
    await using server = await connect({ args: [tree.root], env: { [name]: value } });
    expect(server.log).toBe('');
  });
});
