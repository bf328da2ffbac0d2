import { readFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect } from './connect.ts';

const E = 'Error: Invalid parameters provided. Reason: ';

let tree: TemporaryTree;
let server: Connection;

beforeAll(async () => {
  tree = await openTree({
    'p/a.txt': 'one\ntwo\r\nthree\n',
    'p/long.txt': Array.from({ length: 2500 }, (_, index) => `line ${index + 1}\n`).join(''),
    'p/wide.txt': `${'x'.repeat(2001)}\nnext`,
    'p/empty.txt': '',
    'p/bin/data.bin': Uint8Array.from([0, 1, 2, 3, 0]),
    'p/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    'p/dir/inner.txt': 'x',
    'p/edit.txt': 'foo bar foo\n',
    'p/crlf.txt': 'a\r\nb\r\nc\r\n',
    'outside.txt': 'secret',
  });
  server = await connect({
    args: ['--dialect', 'gemini', '--workdir', tree.path('p'), '--shell', 'unrestricted', '--deny', '**/denied.txt'],
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

type Args = Record<string, unknown>;
/** What was called with which arguments, and the text to the character; `$` stands for the root. */
type Case = readonly [situation: string, args: Args, expected: string];

const rooted = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('$/', `${tree.path('p')}/`)
      .replaceAll('"$"', JSON.stringify(tree.path('p')))
      .replaceAll('($)', `(${tree.path('p')})`),
  );

async function answer(name: string, args: Args): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await server.call(name, rooted(args));
  const [block] = content;
  return { text: block?.type === 'text' ? block.text : JSON.stringify(content), isError: isError === true };
}

function succeeds(name: string, cases: readonly Case[]): void {
  it.each(cases)(`${name}: %s`, async (_, args, expected) => {
    expect(await answer(name, args)).toEqual({ text: rooted(expected), isError: false });
  });
}

function fails(name: string, cases: readonly Case[]): void {
  it.each(cases)(`${name} refuses: %s`, async (_, args, expected) => {
    expect(await answer(name, args)).toEqual({ text: rooted(expected), isError: true });
  });
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');
const header = (from: number, to: number, total: number) =>
  `[File content truncated: showing lines ${from}-${to} of ${total} total lines. Use offset/limit parameters to view more.]\n`;

describe('read_file', () => {
  succeeds('read_file', [
    ['a whole file, exactly', { absolute_path: '$/a.txt' }, 'one\ntwo\r\nthree\n'],
    ['an empty file', { absolute_path: '$/empty.txt' }, ''],
    ['an SVG as text', { absolute_path: '$/logo.svg' }, '<svg xmlns="http://www.w3.org/2000/svg"/>\n'],
    ['a long file', { absolute_path: '$/long.txt' }, header(1, 2000, 2500) + numbered(1, 2000)],
    ['a range', { absolute_path: '$/long.txt', offset: 10, limit: 3 }, header(11, 13, 2500) + numbered(11, 13)],
    ['a range up to the end', { absolute_path: '$/long.txt', offset: 2498, limit: 5 }, 'line 2499\nline 2500\n'],
    ['a range past the end', { absolute_path: '$/a.txt', offset: 30, limit: 5 }, ''],
    [
      'a limit over the default',
      { absolute_path: '$/long.txt', limit: 2400 },
      header(1, 2400, 2500) + numbered(1, 2400),
    ],
    [
      'lines that are too long',
      { absolute_path: '$/wide.txt' },
      `[File content partially truncated: some lines exceeded maximum length of 2000 characters.]\n${'x'.repeat(2000)}... [truncated]\nnext`,
    ],
    ['numbers in strings', { absolute_path: '$/a.txt', offset: '2' }, 'three\n'],
    [
      'parameters of newer models',
      { file_path: '$/long.txt', start_line: 2, end_line: 3 },
      header(2, 3, 2500) + numbered(2, 3),
    ],
    ['unknown parameters', { absolute_path: '$/a.txt', nonsense: 1 }, 'one\ntwo\r\nthree\n'],
  ]);
  fails('read_file', [
    ['a missing file', { absolute_path: '$/none.txt' }, 'File not found: $/none.txt'],
    ['a directory', { absolute_path: '$/dir' }, 'Path is a directory, not a file: $/dir'],
    ['a binary file', { absolute_path: '$/bin/data.bin' }, 'Cannot display content of binary file: bin/data.bin'],
    [
      'a relative path',
      { absolute_path: 'a.txt' },
      `${E}File path must be absolute, but was relative: a.txt. You must provide an absolute path.`,
    ],
    [
      'a path outside',
      { absolute_path: '/etc/hostname' },
      `${E}File path must be within the root directory ($): /etc/hostname`,
    ],
    [
      'a path outside where nothing is',
      { absolute_path: '/etc/none' },
      `${E}File path must be within the root directory ($): /etc/none`,
    ],
    [
      'a denied path',
      { absolute_path: '$/denied.txt' },
      `${E}File path must be within the root directory ($): $/denied.txt`,
    ],
    ['a negative offset', { absolute_path: '$/a.txt', offset: -1 }, `${E}Offset must be a non-negative number`],
    ['an empty limit', { absolute_path: '$/a.txt', limit: 0 }, `${E}Limit must be a positive number`],
    ['no path', {}, `${E}params must have required property 'absolute_path'`],
    ['an offset that is no number', { absolute_path: '$/a.txt', offset: 'x' }, `${E}params/offset must be number`],
  ]);
});

describe('write_file', () => {
  succeeds('write_file', [
    [
      'a new file',
      { file_path: '$/new.txt', content: ' a\r\n\n' },
      'Successfully created and wrote to new file: $/new.txt.',
    ],
    [
      'missing directories',
      { file_path: '$/x/y/z.txt', content: 'z' },
      'Successfully created and wrote to new file: $/x/y/z.txt.',
    ],
    [
      'a file that is there',
      { file_path: '$/new.txt', content: ' b\r\n\n' },
      'Successfully overwrote file: $/new.txt.',
    ],
  ]);
  fails('write_file', [
    ['a directory', { file_path: '$/dir', content: 'x' }, `${E}Path is a directory, not a file: $/dir`],
    ['a relative path', { file_path: 'x.txt', content: 'x' }, `${E}File path must be absolute: x.txt`],
    [
      'a path outside',
      { file_path: '/etc/x', content: 'x' },
      `${E}File path must be within the root directory ($): /etc/x`,
    ],
    ['no content', { file_path: '$/x.txt' }, `${E}params must have required property 'content'`],
  ]);

  it('writes exactly what it is given', () => {
    expect(readFileSync(tree.path('p/new.txt'), 'utf8')).toBe(' b\r\n\n');
  });
});

describe('replace', () => {
  fails('replace', [
    [
      'more places than expected',
      { file_path: '$/edit.txt', old_string: 'foo', new_string: 'x' },
      'Failed to edit, Expected 1 occurrence but found 2 for old_string in file: $/edit.txt',
    ],
    [
      'fewer places than expected',
      { file_path: '$/edit.txt', old_string: 'foo', new_string: 'x', expected_replacements: 3 },
      'Failed to edit, Expected 3 occurrence but found 2 for old_string in file: $/edit.txt',
    ],
    [
      'no such text',
      { file_path: '$/edit.txt', old_string: 'nope', new_string: 'x' },
      "Failed to edit, 0 occurrences found for old_string in $/edit.txt. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.",
    ],
    ['a missing file', { file_path: '$/none.txt', old_string: 'a', new_string: 'b' }, 'File not found: $/none.txt'],
    [
      'an empty text where a file is',
      { file_path: '$/edit.txt', old_string: '', new_string: 'b' },
      'File already exists, cannot create: $/edit.txt',
    ],
    [
      'a directory',
      { file_path: '$/dir', old_string: 'a', new_string: 'b' },
      'Error preparing edit: EISDIR: illegal operation on a directory, read',
    ],
    [
      'a relative path',
      { file_path: 'x.txt', old_string: 'a', new_string: 'b' },
      `${E}File path must be absolute: x.txt`,
    ],
    [
      'a path outside',
      { file_path: '/etc/x', old_string: 'a', new_string: 'b' },
      `${E}File path must be within the root directory ($): /etc/x`,
    ],
    [
      'an expectation of none',
      { file_path: '$/edit.txt', old_string: 'a', new_string: 'b', expected_replacements: 0 },
      `${E}params/expected_replacements must be >= 1`,
    ],
  ]);
  succeeds('replace', [
    [
      'as many as expected',
      { file_path: '$/edit.txt', old_string: 'foo', new_string: '$&', expected_replacements: 2 },
      'Successfully modified file: $/edit.txt (2 replacements).',
    ],
    [
      'equal texts',
      { file_path: '$/edit.txt', old_string: 'bar', new_string: 'bar' },
      'Successfully modified file: $/edit.txt (1 replacements).',
    ],
    [
      'as many as there are',
      { file_path: '$/edit.txt', old_string: '$&', new_string: 'x', allow_multiple: true, instruction: 'any' },
      'Successfully modified file: $/edit.txt (2 replacements).',
    ],
    [
      'a new file',
      { file_path: '$/made.txt', old_string: '', new_string: 'made' },
      'Created new file: $/made.txt with provided content.',
    ],
    [
      'lines of a file with CRLF',
      { file_path: '$/crlf.txt', old_string: 'a\nb', new_string: 'a\nx' },
      'Successfully modified file: $/crlf.txt (1 replacements).',
    ],
  ]);

  it('takes texts literally and keeps line endings', () => {
    expect(readFileSync(tree.path('p/edit.txt'), 'utf8')).toBe('x bar x\n');
    expect(readFileSync(tree.path('p/crlf.txt'), 'utf8')).toBe('a\r\nx\r\nc\r\n');
  });
});

describe('run_shell_command', () => {
  const block = (fields: Partial<Record<string, string>>) =>
    [
      `Command: ${fields.Command}`,
      `Directory: ${fields.Directory ?? '(root)'}`,
      `Stdout: ${fields.Stdout ?? '(empty)'}`,
      `Stderr: ${fields.Stderr ?? '(empty)'}`,
      `Error: ${fields.Error ?? '(none)'}`,
      `Exit Code: ${fields['Exit Code'] ?? '0'}`,
      `Signal: ${fields.Signal ?? '(none)'}`,
      `Background PIDs: ${fields['Background PIDs'] ?? '(none)'}`,
      'Process Group PGID: PGID',
    ].join('\n');

  it.each([
    ['success', { command: 'echo hi' }, { Stdout: 'hi\n' }],
    ['failure', { command: 'echo no >&2; exit 3' }, { Stderr: 'no\n', 'Exit Code': '3' }],
    ['a pipeline', { command: 'printf "b\\na\\n" | sort' }, { Stdout: 'a\nb\n' }],
    ['a directory', { command: 'basename "$PWD"', directory: 'dir' }, { Stdout: 'dir\n', Directory: 'dir' }],
    ['a directory that does not last', { command: 'basename "$PWD"' }, { Stdout: 'p\n' }],
    ['colours', { command: "printf '\\033[31mred\\033[0m'" }, { Stdout: 'red' }],
    ['a signal', { command: 'kill -9 $$' }, { 'Exit Code': '(none)', Signal: 'SIGKILL' }],
    ['arithmetic', { command: 'echo $((1 + 2))' }, { Stdout: '3\n' }],
    ['quoted syntax', { command: "echo '$(x) `y`'" }, { Stdout: '$(x) `y`\n' }],
  ])('shows %s', async (_, args, fields) => {
    const { text, isError } = await answer('run_shell_command', args);
    expect(text.replace(/(?<=PGID: )\d+$/, 'PGID')).toBe(block({ Command: args.command, ...fields }));
    expect(isError).toBe(false);
  });

  it('names what runs on in the background, and does not wait for it', async () => {
    const { text } = await answer('run_shell_command', { command: 'sleep 1000 & sleep 1000 & echo done' });
    expect(text).toMatch(/^Stdout: done$/m);
    expect(text).toMatch(/^Background PIDs: \d+, \d+$/m);
  });

  fails('run_shell_command', [
    [
      'substitution',
      { command: 'echo $(whoami)' },
      'Command rejected: echo $(whoami)\nReason: Command substitution using $() is not allowed for security reasons',
    ],
    [
      'backticks',
      { command: 'echo `whoami`' },
      'Command rejected: echo `whoami`\nReason: Command substitution using backticks is not allowed for security reasons',
    ],
    [
      'process substitution',
      { command: 'cat <(ls)' },
      'Command rejected: cat <(ls)\nReason: Command substitution using <() is not allowed for security reasons',
    ],
    ['an empty command', { command: '  ' }, 'Command rejected:   \nReason: Command cannot be empty.'],
    [
      'an absolute directory',
      { command: 'ls', directory: '/tmp' },
      'Command rejected: ls\nReason: Directory cannot be absolute. Must be relative to the project root directory.',
    ],
    [
      'a missing directory',
      { command: 'ls', directory: 'none' },
      'Command rejected: ls\nReason: Directory must exist.',
    ],
    ['a directory outside', { command: 'ls', directory: '..' }, 'Command rejected: ls\nReason: Directory must exist.'],
    [
      'a file for a directory',
      { command: 'ls', directory: 'a.txt' },
      'Command rejected: ls\nReason: Directory must exist.',
    ],
    ['no command', {}, `${E}params must have required property 'command'`],
  ]);
});

it('lists the parameters that the models know, and no others', async () => {
  const { tools } = await server.client.listTools();
  const parameters = Object.fromEntries(
    tools.map(({ name, inputSchema }) => [name, [Object.keys(inputSchema.properties ?? {}), inputSchema.required]]),
  );
  expect(parameters).toMatchObject({
    read_file: [['absolute_path', 'offset', 'limit'], ['absolute_path']],
    write_file: [
      ['file_path', 'content'],
      ['file_path', 'content'],
    ],
    replace: [
      ['file_path', 'old_string', 'new_string', 'expected_replacements'],
      ['file_path', 'old_string', 'new_string'],
    ],
    run_shell_command: [['command', 'description', 'directory'], ['command']],
  });
});
