import { homedir } from 'node:os';
import { connect, errorOf, openTree, start, textOf } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('a server that is started elsewhere than in the directory named to it', () => {
  it('searches there, and takes it for the root', async () => {
    await using tree = await openTree({ 'named/a.txt': 'needle\n', other: null });
    await using server = await connect({
      args: ['--dialect', 'gemini', tree.path('named'), tree.path('other')],
      cwd: '/',
    });
    const found = await server.call('search_file_content', { pattern: 'needle' });
    expect(textOf(found)).toContain('File: a.txt\nL1: needle');
    const outside = await server.call('list_directory', { path: '/usr' });
    expect(textOf(outside)).toContain(`within the root directory (${tree.path('named')})`);
  });

  it('starts where it was started if that is allowed', async () => {
    await using tree = await openTree({ 'named/sub/a.txt': 'needle\n', 'named/b.txt': 'needle\n' });
    await using server = await connect({
      args: ['--dialect', 'editor', tree.path('named')],
      cwd: tree.path('named/sub'),
    });
    expect(textOf(await server.call('grep', { pattern: 'needle' }))).toBe('a.txt');
  });
});

describe('the instructions', () => {
  const instructionsOf = async (args: readonly string[], cwd: string): Promise<string> => {
    await using server = await connect({ args, cwd, capabilities: { roots: {} } });
    return server.client.getInstructions() ?? '';
  };

  it('leave it to the folders of the workspace where nothing is named', async () => {
    await using tree = await openTree();
    const instructions = await instructionsOf([], tree.root);
    expect(instructions).toContain(`the folders of the workspace; without any, ${tree.root}`);
    expect(instructions).not.toContain('asking again');
  });

  it('name the directories that were named', async () => {
    await using tree = await openTree({ one: null, two: null });
    const [one, two] = [tree.path('one'), tree.path('two')];
    expect(await instructionsOf([one, two], '/')).toContain(
      `Allowed directories: ${one}, ${two}. Anything else is refused.\nWorking directory: ${one}, or the first folder`,
    );
    expect(await instructionsOf([one, '--workdir', one], '/')).toContain(`Working directory: ${one}.\n`);
    expect(await instructionsOf([one, '--roots', 'intersect'], '/')).toContain(
      `${one}, as far as the folders of the workspace reach.`,
    );
  });
});

describe('~', () => {
  it('is the home directory in what the command line names', async () => {
    await using tree = await openTree({ 'home/project/a.txt': 'x\n', 'home/project/.env': 'secret' });
    const args = ['--dialect', 'editor', '~/project', '--deny', '~/project/.env'];
    await using server = await connect({ args, cwd: '/', env: { HOME: tree.path('home') } });
    expect(textOf(await server.call('view', { path: 'a.txt' }))).toBe('     1\tx');
    expect(errorOf(await server.call('view', { path: '.env' })).code).toBe('ACCESS_DENIED');
  });

  it.each([
    ['editor', 'view', 'path', 'glob'],
    ['budgeted', 'read_code', 'file_path', 'find_files'],
  ])('is the home directory in a call that takes relative paths (%s)', async (dialect, read, argument, find) => {
    await using tree = await openTree({ 'home/a.txt': 'x\n', 'home/~/b.txt': 'y\n', 'secret.txt': 'z' });
    const env = { HOME: tree.path('home') };
    await using server = await connect({ args: ['--dialect', dialect, tree.path('home')], cwd: '/', env });
    expect(textOf(await server.call(read, { [argument]: '~/a.txt' }))).toContain('x');
    expect(errorOf(await server.call(read, { [argument]: '~/../secret.txt' })).code).toBe('ACCESS_DENIED');
    for (const args of [{ pattern: '*.txt', path: '~' }, { pattern: '~/*.txt' }]) {
      expect(textOf(await server.call(find, args))).toContain('a.txt');
    }
  });

  it('is a name where it is written as one', async () => {
    await using tree = await openTree({ '~/b.txt': 'y\n', '~c': 'z\n' });
    await using server = await connect({ args: ['--dialect', 'editor'], cwd: tree.root, env: { HOME: homedir() } });
    expect(textOf(await server.call('view', { path: './~/b.txt' }))).toBe('     1\ty');
    expect(textOf(await server.call('view', { path: '~c' }))).toBe('     1\tz');
  });
});

describe('a placeholder that the client did not replace', () => {
  it.each([
    ['${workspaceFolder}', '${workspaceFolder}'],
    ['${workspaceFolder}/src', '${workspaceFolder}'],
    ['$HOME/project', '$HOME'],
    ['%USERPROFILE%', '%USERPROFILE%'],
  ])('is refused as a directory: %s', async (path, placeholder) => {
    await using tree = await openTree();
    for (const args of [[path], ['--workdir', path], ...(placeholder.startsWith('${') ? [['--deny', path]] : [])]) {
      await using server = start({ args, cwd: tree.root });
      expect((await server.ended).code).toBe(2);
      const option = args.length === 1 ? '--allow-dir' : args[0];
      expect(server.log).toMatch(/^[^\n]+\n$/);
      expect(server.log).toContain(`dragoman-mcp: ${option}: "${placeholder}" stands for a directory, and the client`);
    }
  });
});

describe('an access error', () => {
  it.each([
    ['editor', 'view', 'path', 'Error: Access denied: '],
    ['claude-code', 'Read', 'file_path', 'Access denied: '],
  ])('names the allowed directories, whatever lies there (%s)', async (dialect, tool, argument, begin) => {
    await using tree = await openTree({ one: null, 'two/.env': 'secret', 'secret.txt': 'x' });
    const [one, two] = [tree.path('one'), tree.path('two')];
    const args = ['--dialect', dialect, one, two, '--deny', '**/.env'];
    await using server = await connect({ args, cwd: '/' });
    for (const path of [tree.path('secret.txt'), tree.path('missing.txt'), tree.path('two/.env')]) {
      const result = await server.call(tool, { [argument]: path });
      expect(textOf(result)).toBe(
        `${begin}${path} is outside the allowed directories or denied\nAllowed: ${one}, ${two}`,
      );
      expect(errorOf(result)).toMatchObject({ code: 'ACCESS_DENIED', path, allowed: [one, two] });
    }
  });
});

it('a relative path is told the absolute one that may have been meant', async () => {
  await using tree = await openTree({ a: '' });
  await using server = await connect({ args: ['--dialect', 'claude-code'], cwd: tree.root });
  const result = await server.call('Read', { file_path: 'a' });
  expect(textOf(result)).toBe(`file_path must be an absolute path\nDid you mean ${tree.path('a')}?`);
  expect(errorOf(result).code).toBe('INVALID_ARGUMENT');
});
