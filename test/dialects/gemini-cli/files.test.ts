import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { table } from './table.ts';

const numbered = (count: number, end = '\n'): string =>
  Array.from({ length: count }, (_, index) => `l${index + 1}`).join('\n') + end;

const truncated = (range: string, total: number, action?: string): string =>
  `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${range} of ${total} total lines.\n${
    action === undefined
      ? ''
      : `Action: To read more of the file, you can use the ${action.startsWith('offset') ? "'offset' and 'limit'" : "'start_line' and 'end_line'"} parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use ${action}.\n`
  }\n--- FILE CONTENT (truncated) ---\n`;

const outside = (path: string): string =>
  `Path not in workspace: Attempted path "${path}" resolves outside the allowed workspace directories: ROOT`;
const ignored = (path: string): string => `File path '${path}' is ignored by configured ignore patterns.`;

describe('read_file', () => {
  const { succeeds, fails } = table({
    'a.txt': 'one\ntwo\nthree\n',
    'open.txt': 'one\ntwo',
    'crlf.txt': 'one\r\ntwo\r\n',
    'mark.txt': '\ufeffone\n',
    'empty.txt': '',
    '@odd.txt': 'odd\n',
    '@scope/x.txt': 'scoped\n',
    'long.txt': `${'x'.repeat(2001)}\nshort\n`,
    'emoji.txt': `${'\u{1f600}'.repeat(2000)}\n`,
    'many.txt': numbered(2500),
    'bytes.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1, 0, 0, 0, 0xff, 0xfe, 0, 3, 0, 0]),
    'pic.svg': '<svg/>\n',
    'sub/b.txt': 'b\n',
    '.geminiignore': 'secret.txt\nprivate/\n',
    'secret.txt': 'secret\n',
  });
  succeeds('read_file', [
    ['a relative path', { file_path: 'a.txt' }, 'one\ntwo\nthree\n'],
    ['an absolute path', { file_path: 'ROOT/a.txt' }, 'one\ntwo\nthree\n'],
    ['dots in it', { file_path: './sub/../a.txt' }, 'one\ntwo\nthree\n'],
    ['a leading @', { file_path: '@a.txt' }, 'one\ntwo\nthree\n'],
    ['@ and a slash', { file_path: '@/sub/b.txt' }, 'b\n'],
    ['a name with @', { file_path: '@odd.txt' }, 'odd\n'],
    ['a directory with @', { file_path: '@scope/x.txt' }, 'scoped\n'],
    ['a text without newline at its end', { file_path: 'open.txt' }, 'one\ntwo'],
    ['CRLF as LF', { file_path: 'crlf.txt' }, 'one\ntwo\n'],
    ['no byte-order mark', { file_path: 'mark.txt' }, 'one\n'],
    ['an empty file', { file_path: 'empty.txt' }, ''],
    ['an empty file from line 1', { file_path: 'empty.txt', start_line: 1 }, ''],
    ['a range', { file_path: 'a.txt', start_line: 2, end_line: 2 }, `${truncated('2-2', 3, 'start_line: 3')}two`],
    ['a range to the end', { file_path: 'a.txt', start_line: 2 }, `${truncated('2-3', 3)}two\nthree\n`],
    ['an end past the end', { file_path: 'a.txt', start_line: 3, end_line: 9 }, `${truncated('3-3', 3)}three\n`],
    ['all lines by range', { file_path: 'a.txt', start_line: 1, end_line: 3 }, 'one\ntwo\nthree\n'],
    ['an end alone', { file_path: 'a.txt', end_line: 1 }, `${truncated('1-1', 3, 'start_line: 2')}one`],
    [
      'numbers as text',
      { file_path: 'a.txt', start_line: '2', end_line: '2' },
      `${truncated('2-2', 3, 'start_line: 3')}two`,
    ],
    [
      'a start below 1',
      { file_path: 'a.txt', start_line: -3, end_line: 1 },
      `${truncated('1-1', 3, 'start_line: 2')}one`,
    ],
    ['null as absence', { file_path: 'a.txt', start_line: null, end_line: null }, 'one\ntwo\nthree\n'],
    ['offset and limit', { file_path: 'a.txt', offset: 1, limit: 1 }, `${truncated('2-2', 3, 'offset: 2')}two`],
    ['limit alone', { file_path: 'a.txt', limit: 2 }, `${truncated('1-2', 3, 'offset: 2')}one\ntwo`],
    ['another name of the path', { absolute_path: 'ROOT/a.txt' }, 'one\ntwo\nthree\n'],
    ['path', { path: 'a.txt' }, 'one\ntwo\nthree\n'],
    ['a long line', { file_path: 'long.txt' }, `${truncated('1-2', 2)}${'x'.repeat(2000)}... [truncated]\nshort\n`],
    ['code points', { file_path: 'emoji.txt' }, `${'\u{1f600}'.repeat(2000)}\n`],
    ['2,000 lines', { file_path: 'many.txt' }, `${truncated('1-2000', 2500, 'start_line: 2001')}${numbered(2000, '')}`],
    [
      'the rest',
      { file_path: 'many.txt', start_line: 2001 },
      `${truncated('2001-2500', 2500)}${numbered(2500).split('\n').slice(2000).join('\n')}`,
    ],
    [
      'more than 2,000 lines if they are asked for',
      { file_path: 'many.txt', start_line: 1, end_line: 2400 },
      `${truncated('1-2400', 2500, 'start_line: 2401')}${numbered(2400, '')}`,
    ],
    ['SVG as text', { file_path: 'pic.svg' }, '<svg/>\n'],
  ]);
  fails('read_file', [
    ['nothing there', { file_path: 'none.xyz' }, 'File not found: ROOT/none.xyz'],
    ['a path through a file', { file_path: 'a.txt/b' }, 'File not found: ROOT/a.txt/b'],
    ['a directory', { file_path: 'sub' }, 'Path is a directory, not a file: ROOT/sub'],
    ['an empty path', { file_path: '' }, "The 'file_path' parameter must be non-empty."],
    ['a blank path', { file_path: '  ' }, "The 'file_path' parameter must be non-empty."],
    ['no path', {}, "params must have required property 'file_path'"],
    ['a path of another type', { file_path: 7 }, 'params/file_path must be string'],
    ['a line of another type', { file_path: 'a.txt', start_line: 'x' }, 'params/start_line must be integer'],
    [
      'a range backwards',
      { file_path: 'a.txt', start_line: 3, end_line: 2 },
      'start_line cannot be greater than end_line',
    ],
    [
      'a start past the end',
      { file_path: 'a.txt', start_line: 4 },
      'Cannot read from line 4 of "ROOT/a.txt": it has 3 lines',
    ],
    ['an absolute path outside', { file_path: '/etc/passwd' }, outside('/etc/passwd')],
    ['a binary file', { file_path: 'bytes.bin' }, 'Cannot display content of binary file: bytes.bin'],
    ['a guarded file', { file_path: 'secret.txt' }, ignored('ROOT/secret.txt')],
    ['a guarded file that is not there', { file_path: 'private/x' }, ignored('ROOT/private/x')],
  ]);
});

describe('write_file', () => {
  const files = table({
    'a.txt': 'one\ntwo\n',
    'crlf.txt': 'one\r\ntwo\nthree\r\n',
    'ten.txt': numbered(30),
    'two.txt': numbered(40),
    'same.txt': 'same\r\n',
    'mark.txt': '\ufeffone\n',
    'latin.txt': Buffer.from('caf\xe9 cr\xe8me br\xfbl\xe9e, d\xe9j\xe0 vu\n', 'latin1'),
    'empty.txt': '',
    sub: null,
    '.geminiignore': '*.key\n',
  });
  const { succeeds, fails } = files;
  succeeds('write_file', [
    [
      'a new file',
      { file_path: 'n.txt', content: 'new\n' },
      'Successfully created and wrote to new file: ROOT/n.txt. Here is the updated code:\nnew\n',
    ],
    [
      'missing directories',
      { file_path: 'x/y/n.txt', content: '' },
      'Successfully created and wrote to new file: ROOT/x/y/n.txt. Here is the updated code:\n',
    ],
    [
      'a small file',
      { file_path: 'a.txt', content: 'one\n2\n' },
      'Successfully overwrote file: ROOT/a.txt. Here is the updated code:\none\n2\n',
    ],
    [
      'CRLF',
      { file_path: 'crlf.txt', content: 'one\n2\nthree\n' },
      'Successfully overwrote file: ROOT/crlf.txt. Here is the updated code:\none\n2\nthree\n',
    ],
    [
      'one change',
      { file_path: 'ten.txt', content: numbered(30).replace('l15', 'new') },
      `Successfully overwrote file: ROOT/ten.txt. Here is the updated code:\n...\nl10\nl11\nl12\nl13\nl14\nnew\nl16\nl17\nl18\nl19\nl20\n...`,
    ],
    [
      'two changes',
      { file_path: 'two.txt', content: numbered(40).replace('l3\n', 'x\n').replace('l30\n', '') },
      `Successfully overwrote file: ROOT/two.txt. Here is the updated code:\nl1\nl2\nx\nl4\nl5\nl6\nl7\nl8\n...\nl25\nl26\nl27\nl28\nl29\nl31\nl32\nl33\nl34\nl35\n...`,
    ],
    [
      'nothing changed',
      { file_path: 'same.txt', content: 'same\n' },
      'Successfully overwrote file: ROOT/same.txt. Here is the updated code:\nsame\n',
    ],
    [
      'an empty file',
      { file_path: 'empty.txt', content: 'x' },
      'Successfully overwrote file: ROOT/empty.txt. Here is the updated code:\nx',
    ],
    [
      'a byte-order mark',
      { file_path: 'mark.txt', content: 'two\n' },
      'Successfully overwrote file: ROOT/mark.txt. Here is the updated code:\ntwo\n',
    ],
    [
      'an encoding',
      { file_path: 'latin.txt', content: 'th\xe9\n' },
      'Successfully overwrote file: ROOT/latin.txt. Here is the updated code:\nth\xe9\n',
    ],
    [
      'dots in a line that is none',
      { file_path: 'd.txt', content: 'rest of the code ...\n...\n' },
      'Successfully created and wrote to new file: ROOT/d.txt. Here is the updated code:\nrest of the code ...\n...\n',
    ],
  ]);
  fails('write_file', [
    ['a directory', { file_path: 'sub', content: '' }, 'Path is a directory, not a file: ROOT/sub'],
    ['an empty path', { file_path: '', content: '' }, 'Missing or empty "file_path"'],
    ['no content', { file_path: 'a.txt' }, "params must have required property 'content'"],
    ['a path outside', { file_path: '/etc/x', content: '' }, outside('/etc/x')],
    ['a guarded name', { file_path: 'a.key', content: '' }, ignored('ROOT/a.key')],
    ...[
      '// rest of methods ...',
      '(rest of code ...)',
      '  REST OF ...',
      '// (unchanged code .....)',
      'unchanged methods...',
    ].map(
      (line) =>
        [
          `a placeholder: ${line}`,
          { file_path: 'p.txt', content: `a\n${line}\nb\n` },
          "`content` contains an omission placeholder (for example 'rest of methods ...'). Provide complete file content.",
        ] as const,
    ),
  ]);

  it('leaves the bytes that it should', () => {
    const bytes = (name: string) => readFileSync(files.tree.path('ROOT', name), 'latin1');
    expect(bytes('crlf.txt')).toBe('one\r\n2\r\nthree\r\n');
    expect(bytes('mark.txt')).toBe('\xef\xbb\xbftwo\n');
    expect(bytes('latin.txt')).toBe('th\xe9\n');
    expect(bytes('same.txt')).toBe('same\r\n');
  });

  it('says where the encoding cannot hold the text', async () => {
    const { text } = await files.server.call('write_file', { file_path: 'latin.txt', content: '\u4e2d\n' });
    expect(text).toMatch(/Note: the file was [\w-]+ and is now utf-8\.$/);
  });
});
