import { readFileSync } from 'node:fs';
import { connect, openTree, start } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('the server', () => {
  it('lists the tools of a dialect and runs them', async () => {
    await using tree = await openTree();
    await using server = await connect({ args: ['--dialect', 'editor'], cwd: tree.root });
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('create_file');

    const result = await server.call('create_file', { path: 'notes/a.txt', content: 'hello\n' });
    expect(result.isError).toBeUndefined();
    expect(readFileSync(tree.path('notes/a.txt'), 'utf8')).toBe('hello\n');
  });

  it('answers a failed call with its code, and goes on', async () => {
    await using tree = await openTree();
    await using server = await connect({ args: ['--dialect', 'editor', tree.root] });
    const denied = await server.call('create_file', { path: '/elsewhere/a.txt', content: '' });
    expect(denied).toMatchObject({ isError: true, _meta: { 'dragoman/error': { code: 'ACCESS_DENIED' } } });
    expect(await server.call('create_file', { path: tree.path('a.txt'), content: '' })).not.toHaveProperty('isError');
  });
});

describe('a deny glob that matches nothing now', () => {
  it('is told at level warn', async () => {
    await using tree = await openTree({ here: null });
    const deny = ['gone/**', 'here/**'].map((glob) => `--deny=${tree.path(glob)}`);
    await using server = await connect({ args: ['--log-level', 'warn', ...deny, tree.root] });
    const told = JSON.stringify({ glob: tree.path('gone/**'), missing: tree.path('gone') });
    expect(server.log).toBe(
      `dragoman-mcp warn: A deny glob matches nothing now, since what it begins with does not exist ${told}\n`,
    );
  });
});

describe('the command line', () => {
  it.each([
    ['an unknown option', ['--allow', '/tmp']],
    ['an unknown dialect', ['--dialect', 'klingon']],
    ['an option without its value', ['--workdir']],
    ['a value that a terminal would obey', ['--workdir', '/\r\n\u001b[2J\u202e\u200b']],
    ['an allowed directory that does not exist', ['/nowhere/at/all']],
  ])('refuses %s in one line', async (_, args) => {
    await using server = start({ args });
    expect(await server.ended).toEqual({ code: 2, signal: null });
    expect(server.log).toMatch(/^dragoman-mcp: [^\p{Cc}\p{Cf}]+\n$/u);
  });

  it.each(['DRAGOMAN_WORKDIR', 'DRAGOMAN_ALLOW_DIR'])('names %s where it leads to no directory', async (variable) => {
    await using server = start({ env: { [variable]: '/nowhere/at/all' } });
    expect(await server.ended).toEqual({ code: 2, signal: null });
    expect(server.log).toBe(`dragoman-mcp: ${variable}: Cannot use "/nowhere/at/all": no such file or directory\n`);
  });
});
