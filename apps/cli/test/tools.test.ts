import { readdirSync, readFileSync } from 'node:fs';
import { CLI, dragoman, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('a tool as a command', () => {
  it.each([
    ['veiw', 'Unknown tool "veiw" in dialect editor; did you mean "view"?'],
    ['Read', 'Unknown tool "Read" in dialect editor; it is one of --dialect claude'],
    ['mna', 'Unknown tool "mna" in dialect editor'],
    ['bash', 'bash needs --shell sandboxed or --shell unrestricted: without it no commands run'],
  ])('says what may have been meant by call %s', async (name, complaint) => {
    expect(await dragoman(['call', name, '{}'])).toEqual({ stdout: '', stderr: `dragoman: ${complaint}\n`, code: 2 });
  });

  it.each([
    ['bash', [], 'bash needs --shell sandboxed or --shell unrestricted: without it no commands run'],
    ['task_output', [], 'task_output needs --shell sandboxed or --shell unrestricted: without it no commands run'],
    ['bash', ['--shell', 'unrestricted', '--dry-run'], '--dry-run leaves out bash: a command may change files'],
    ['bash', ['--shell', 'unrestricted', '--read-only'], '--read-only leaves out bash'],
    ['create_file', ['--read-only'], '--read-only leaves out create_file'],
    ['grep', ['-i', 'x'], 'Unknown flag -i; did you mean "--case_insensitive"?'],
    ['grep', ['x', '-C', '2'], 'Unknown flag -C; did you mean "--context"?'],
    ['grep', ['--zz'], 'Unknown flag --zz; a word that is no flag and begins with a dash goes behind --'],
    ['completion', ['ksh'], 'No completion for "ksh", only for bash, zsh, fish; did you mean "zsh"?'],
    ['log', ['--allow-dir', ''], '--allow-dir must be given a value, or left out for its default'],
  ])('says what is missing for %s with %j, even before its arguments', async (name, options, complaint) => {
    expect(await dragoman([name, ...options])).toEqual({ stdout: '', stderr: `dragoman: ${complaint}\n`, code: 2 });
  });

  it.each([
    ['positional', ['f', 'one']],
    ['by flags', ['--path', 'f', '--old-str', 'one']],
  ])('asks for the second text of str_replace, since none would delete the first: %s', async (_, words) => {
    await using tree = await openTree({ f: 'one two\n' });
    const complaint = "dragoman: Missing new_str (give '' for an empty one)\n";
    expect(await dragoman(['str_replace', ...words], { cwd: tree.root })).toMatchObject({ stderr: complaint, code: 2 });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('one two\n');
    expect(await dragoman(['str_replace', ...words, '--new-str', ''], { cwd: tree.root })).toMatchObject({ code: 0 });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe(' two\n');
  });

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
    ['a command that every object has', ['constructor']],
    ['help on what there is not', ['help', 'nothing']],
    ['an unknown flag', ['create_file', 'a.txt', '--contents', 'x']],
    ['a flag without its value', ['create_file', 'a.txt', '--content']],
    ['a missing argument', ['create_file', 'a.txt']],
    ['a name of a file that a terminal would obey', ['create_file', 'a.txt', 'b', 'c\r\n\u001b[2J\u009b']],
    ['an argument too much', ['create_file', 'a.txt', 'b', 'c']],
    ['an unknown dialect', ['--dialect', 'klingon', 'create_file', 'a.txt', 'b']],
    ['an allowed directory that does not exist', ['create_file', 'a.txt', 'b', '--allow-dir', '/nowhere']],
    ['a tool that is not offered', ['create_file', 'a.txt', 'b', '--read-only']],
  ])('refuses %s in one line, with 2', async (_, args) => {
    await using tree = await openTree();
    const ran = await dragoman(args, { cwd: tree.root });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^dragoman: \P{Cc}+\n$/u);
  });
});

describe('a search that finds nothing', () => {
  it.each([
    [
      ['grep', 'needle'],
      ['grep', 'none'],
    ],
    [
      ['grep', 'needle', '--output_mode', 'content'],
      ['grep', 'none', '--output_mode', 'count'],
    ],
    [
      ['glob', '*.txt'],
      ['glob', '*.none'],
    ],
    [
      ['--dialect', 'claude-code', 'Grep', 'needle'],
      ['--dialect', 'claude-code', 'Grep', 'none'],
    ],
    [
      ['--dialect', 'claude-code', 'Glob', '*.txt'],
      ['--dialect', 'claude-code', 'Glob', '*.none'],
    ],
    [
      ['--dialect', 'gemini', 'search_file_content', 'needle'],
      ['--dialect', 'gemini', 'search_file_content', 'none'],
    ],
    [
      ['--dialect', 'gemini', 'glob', '*.txt'],
      ['--dialect', 'gemini', 'glob', '*.none'],
    ],
    [
      ['--dialect', 'budgeted', 'search_code', 'needle'],
      ['--dialect', 'budgeted', 'search_code', 'none'],
    ],
    [
      ['--dialect', 'budgeted', 'find_files', '*.txt'],
      ['--dialect', 'budgeted', 'find_files', '*.none'],
    ],
    [
      ['call', 'grep', '{"pattern":"needle"}'],
      ['call', 'grep', '{"pattern":"none"}'],
    ],
    [
      ['grep', 'needle', '--json'],
      ['grep', 'none', '--json'],
    ],
    // Nothing to see is not nothing found.
    [
      ['view', 'empty'],
      ['grep', 'x', 'empty'],
    ],
  ])('exits with 1 where %j exits with 0', async (found, notFound) => {
    await using tree = await openTree({ 'a.txt': 'needle\n', empty: '' });
    expect(await dragoman(found, { cwd: tree.root })).toMatchObject({ stderr: '', code: 0 });
    const ran = await dragoman(notFound, { cwd: tree.root });
    expect(ran).toMatchObject({ stderr: '', code: 1, stdout: expect.stringMatching(/.\n$/) });
  });
});

describe('several files', () => {
  const files = { a: 'one\n', b: 'two\n', 'dir/c': '' };

  it('are shown one after the other, each under its name', async () => {
    await using tree = await openTree(files);
    const stdout = '==> a <==\n     1\tone\n\n==> b <==\n     1\ttwo\n\n==> dir <==\nc\n';
    expect(await dragoman(['view', 'a', 'b', 'dir'], { cwd: tree.root })).toEqual({ stdout, stderr: '', code: 0 });
  });

  it.each([
    ['claude-code', 'Read', '     1\tone', '     1\ttwo'],
    ['gemini', 'read_file', 'one', 'two'],
  ])('are shown in dialect %s', async (dialect, name, one, two) => {
    await using tree = await openTree(files);
    const { stdout, code } = await dragoman(['--dialect', dialect, name, 'a', 'b'], { cwd: tree.root });
    expect({ stdout, code }).toEqual({ stdout: `==> a <==\n${one}\n\n==> b <==\n${two}\n`, code: 0 });
  });

  it('are shown under names in which nothing is unseen', async () => {
    await using tree = await openTree({ 'a\u202e': 'one\n', 'b\u009b\u200b': 'two\n' });
    const { stdout } = await dragoman(['view', 'a\u202e', 'b\u009b\u200b'], { cwd: tree.root });
    expect(stdout).toBe('==> a\\u{202e} <==\n     1\tone\n\n==> b\\u{9b}\\u{200b} <==\n     1\ttwo\n');
  });

  it('are JSON that shows nothing unseen, and is the exact text when it is parsed', async () => {
    await using tree = await openTree({ a: '\u009b2J\u202e\u{e0041}\n', 'b\u200b': '' });
    const { stdout } = await dragoman(['view', 'a', '.', '--json'], { cwd: tree.root });
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    const texts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).content[0].text);
    expect(texts).toEqual(['     1\t\u009b2J\u202e\u{e0041}', 'a\nb\\u{200b}']);
  });

  it('are shown, all but those that cannot be', async () => {
    await using tree = await openTree(files);
    const { stdout, stderr, code } = await dragoman(['view', 'a', 'gone', 'b'], { cwd: tree.root });
    expect(stdout).toBe('==> a <==\n     1\tone\n\n==> b <==\n     1\ttwo\n');
    expect(stderr).toMatch(/^Error: .*gone.*\n$/);
    expect(code).toBe(1);
  });

  it('give a line of JSON each', async () => {
    await using tree = await openTree(files);
    const { stdout } = await dragoman(['view', 'a', 'b', '--json'], { cwd: tree.root });
    const texts = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).content[0].text);
    expect(texts).toEqual(['     1\tone', '     1\ttwo']);
  });
});

describe('a relative path', () => {
  it.each([
    ['claude-code', ['Read', 'f'], 'one'],
    ['claude-code', ['Edit', 'f', 'one', 'two', '--require-read', 'never'], '+two'],
    ['claude-code', ['Write', 'new/g', 'x'], 'Successfully wrote 1 bytes'],
    ['gemini', ['read_file', 'f'], 'one'],
    ['gemini', ['read_file', '--absolute-path', '../in/f'], 'one'],
    ['gemini', ['list_directory', '.'], 'f'],
    ['gemini', ['write_file', 'new/g', 'x'], 'Successfully created'],
    ['gemini', ['replace', 'f', 'one', 'two'], 'Successfully modified'],
  ])('begins in the current directory in dialect %s: %j', async (dialect, words, shown) => {
    await using tree = await openTree({ 'in/f': 'one\n' });
    const ran = await dragoman(['--dialect', dialect, '--allow-dir', tree.root, ...words], { cwd: tree.path('in') });
    expect(ran).toMatchObject({ stderr: '', code: 0, stdout: expect.stringContaining(shown) });
  });

  it('begins in the working directory that an option names', async () => {
    await using tree = await openTree({ 'in/f': 'one\n' });
    const words = ['--dialect', 'claude-code', '--workdir', 'in', 'Read', 'f'];
    expect(await dragoman(words, { cwd: tree.root })).toMatchObject({ stdout: '     1\tone\n', code: 0 });
  });

  it('in JSON is what a model sends, and refused as there', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const words = ['--dialect', 'claude-code', 'call', 'Read', '{"file_path":"f"}'];
    expect(await dragoman(words, { cwd: tree.root })).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('a value', () => {
  it.each([
    ['stdin', ['create_file', 'a.txt', '-'], 'piped\n'],
    ['a file', ['create_file', 'a.txt', '--content', '@b.txt'], 'from b\n'],
    ['a plain @', ['create_file', 'a.txt', '--content', '@@b.txt'], '@b.txt'],
    ['what follows --', ['create_file', 'a.txt', '--', '--json'], '--json'],
  ])('can be %s', async (_, args, content) => {
    await using tree = await openTree({ 'b.txt': 'from b\n' });
    expect(await dragoman(args, { cwd: tree.root, stdin: 'piped\n' })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(tree.path('a.txt'), 'utf8')).toBe(content);
  });
});

describe('standard input', () => {
  it('is a command', async () => {
    const ran = await dragoman(['--shell', 'unrestricted', 'bash', '-'], { stdin: 'echo from stdin\n' });
    expect(ran).toEqual({ stdout: 'from stdin\nexit_code: 0\n', stderr: '', code: 0 });
  });

  it('is shown as a file would be, alone and among others', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const options = { cwd: tree.root, stdin: 'piped\nlines\n' };
    expect(await dragoman(['view', '-', '--view_range', '2,2'], options)).toMatchObject({ stdout: '     2\tlines\n' });
    expect(await dragoman(['view', 'f', '-'], options)).toEqual({
      stdout: '==> f <==\n     1\tone\n\n==> - <==\n     1\tpiped\n     2\tlines\n',
      stderr: '',
      code: 0,
    });
    expect(await dragoman(['--dialect', 'gemini', 'read_file', '-'], options)).toMatchObject({
      stdout: 'piped\nlines\n',
    });
  });

  it('is shown without a trace in the file system', async () => {
    await using tree = await openTree({ 'temporary/other': '' });
    const env = { TMPDIR: tree.path('temporary') };
    expect(await dragoman(['view', '-'], { stdin: 'x', env })).toMatchObject({ stdout: '     1\tx\n', code: 0 });
    expect(readdirSync(tree.path('temporary'))).toEqual(['other']);
  });

  it('is the JSON of a call that is given none', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const ran = await dragoman(['call', 'view'], { cwd: tree.root, stdin: '{ "path": "f" }\n' });
    expect(ran).toEqual({ stdout: '     1\tone\n', stderr: '', code: 0 });
    const empty = await dragoman(['call', 'view'], { cwd: tree.root });
    expect(empty).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^dragoman: The arguments are not JSON: .+\n$/),
    });
  });
});

describe('a place', () => {
  it.each([
    ['a path', ['view', '--path', '@in']],
    [
      'a directory',
      ['--dialect', 'gemini', '--shell', 'unrestricted', 'run_shell_command', 'ls', '--directory', '@in'],
    ],
  ])('is taken as it is written, @ and all: %s', async (_, args) => {
    await using tree = await openTree({ '@in/a.txt': '' });
    const ran = await dragoman(args, { cwd: tree.root });
    expect(ran).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('a.txt') });
  });
});

describe('the other commands', () => {
  it('list the tools as tools/list does', async () => {
    const { stdout, code } = await dragoman(['tools', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tools).toContainEqual(expect.objectContaining({ name: 'create_file' }));
  });

  it('call a tool with JSON, and print the whole result', async () => {
    await using tree = await openTree();
    const input = JSON.stringify({ path: 'a.txt', content: 'x' });
    const { stdout, code } = await dragoman(['call', 'create_file', input, '--json'], { cwd: tree.root });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ _meta: { 'dragoman/outcome': { kind: 'write', created: true } } });
    const marked = await dragoman(['call', 'view', '-'], { cwd: tree.root, stdin: '\uFEFF{ "path": "a.txt" }' });
    expect(marked).toMatchObject({ stdout: '     1\tx\n', code: 0 });
  });

  it('show help for the program and for a tool', async () => {
    expect((await dragoman(['--help'])).stdout).toMatch(/^Usage: dragoman /);
    expect((await dragoman(['create_file', '--help'])).stdout).toContain('--content <string>');
  });

  it.each([[['--version']], [['view', 'f', '-v']], [['tools', '--version']]])('tell the version: %j', async (args) => {
    expect(await dragoman(args)).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '', code: 0 });
  });

  it('suggest what was meant', async () => {
    expect((await dragoman(['creat_file', 'a'])).stderr).toContain('did you mean "create_file"?');
    expect((await dragoman(['create_file', '--contnt', 'a'])).stderr).toContain('did you mean "--content"?');
  });

  it('start the server', async () => {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
    const { stdout, code } = await dragoman(['mcp', '--dialect', 'editor'], { main: CLI, stdin });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'dragoman' } } });
    expect(await dragoman(['mcp', '--nonsense'], { main: CLI })).toMatchObject({ code: 2, stdout: '' });
  });
});
