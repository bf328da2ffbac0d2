import { readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { dragoman } from './run-cli.ts';

describe('a tool as a command', () => {
  it('takes flags and positional arguments, prints what a model sees, and exits with 0', async () => {
    await using tree = await openTree();
    const ran = await dragoman(['create_file', 'notes/a.txt', '--content', 'hello\n'], { cwd: tree.root });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^Created .*a\.txt \(6 bytes\)/);
    expect(readFileSync(tree.path('notes/a.txt'), 'utf8')).toBe('hello\n');
  });

  it('exits with 1 and speaks on stderr where the tool says no', async () => {
    await using tree = await openTree();
    const ran = await dragoman(['create_file', '/elsewhere/a.txt', ''], { cwd: tree.root });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^Error: /);
  });

  it.each([
    ['an unknown command', ['creat_file']],
    ['an unknown flag', ['create_file', 'a.txt', '--contents', 'x']],
    ['a flag without its value', ['create_file', 'a.txt', '--content']],
    ['a missing argument', ['create_file', 'a.txt']],
    ['an argument too much', ['create_file', 'a.txt', 'b', 'c']],
    ['an unknown dialect', ['--dialect', 'klingon', 'create_file', 'a.txt', 'b']],
    ['an allowed directory that does not exist', ['create_file', 'a.txt', 'b', '--allow-dir', '/nowhere']],
    ['a tool that is not offered', ['create_file', 'a.txt', 'b', '--read-only']],
  ])('refuses %s in one line, with 2', async (_, args) => {
    await using tree = await openTree();
    const ran = await dragoman(args, { cwd: tree.root });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^dragoman: .+\n$/);
  });
});
