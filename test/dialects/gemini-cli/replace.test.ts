import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { table } from './table.ts';

const modified = (name: string, count: number, code: string): string =>
  `Successfully modified file: ROOT/${name} (${count} replacements). Here is the updated code:\n${code}`;
const noMatch = (path: string): string =>
  `Could not find an exact match for 'old_string' in '${path}'. If previous edits modified the file or you are modifying lines outside your recent read window, please use ReadFile to inspect the target lines before retrying with an exact 'old_string'.`;
const several = (path: string, count: number): string =>
  `Failed to edit, Expected 1 occurrence but found ${count} for old_string in file: ${path}. If you intended to replace multiple occurrences, set 'allow_multiple' to true.`;

describe('replace', () => {
  const files = table({
    'a.txt': 'one\ntwo\nthree\n',
    'multi.txt': 'x = 1\nx = 2\nx = 3\n',
    'two.txt': 'y\ny\n',
    'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
    'mixed.txt': 'one\r\ntwo\nthree\r\n',
    'end.txt': 'a\nb\n',
    'open.txt': 'a\nb',
    'empty-me.txt': 'all\n',
    'equal.txt': 'same\n',
    'dollar.txt': 'price\n',
    'tabs.py': 'def f():\n\tif x:\n\t\treturn 1\n\treturn 2\n',
    'deep.ts': 'if (a) {\n    if (b) {\n        c();\n    }\n}\n',
    'twice.ts': '  go();\n    go();\n',
    'uneven.ts': '  a();\n     b();\n',
    'gone.ts': '  a();\n  b();\n  c();\n',
    'exists.txt': '',
    'dots.txt': 'a\n// rest of methods ...\nb\n',
    'latin.txt': Buffer.from('caf\xe9 cr\xe8me br\xfbl\xe9e, d\xe9j\xe0 vu\nend\n', 'latin1'),
    sub: null,
    '.geminiignore': '*.key\n',
  });
  const { succeeds, fails } = files;
  const edit = (file_path: string, old_string: string, new_string: string, rest = {}) => ({
    ...{ file_path, instruction: 'Change it.', old_string, new_string },
    ...rest,
  });

  fails('replace', [
    ['nothing there', edit('none.xyz', 'a', 'b'), 'File not found: ROOT/none.xyz'],
    ['several matches', edit('multi.txt', 'x =', 'y ='), several('multi.txt', 3)],
    [
      'another count than expected',
      edit('multi.txt', 'x =', 'y =', { expected_replacements: 2 }),
      several('multi.txt', 3).replace('1 occurrence', '2 occurrences'),
    ],
    [
      'equal texts',
      edit('equal.txt', 'same', 'same'),
      'No changes to apply. The old_string and new_string are identical in file: equal.txt',
    ],
    ['equal texts that are not there', edit('equal.txt', 'zzzz', 'zzzz'), noMatch('equal.txt')],
    ['a file that is to be made', edit('exists.txt', '', 'x'), 'File already exists, cannot create: ROOT/exists.txt'],
    ['a directory', edit('sub', 'a', 'b'), 'EISDIR: illegal operation on a directory, read'],
    ['an empty path', edit('', 'a', 'b'), "The 'file_path' parameter must be non-empty."],
    ['no old text', { file_path: 'a.txt', new_string: 'x' }, "params must have required property 'old_string'"],
    [
      'a placeholder',
      edit('a.txt', 'one', '// rest of code ...'),
      "`new_string` contains an omission placeholder (for example 'rest of methods ...'). Provide exact literal replacement text.",
    ],
    [
      'a path outside',
      edit('/etc/passwd', 'a', 'b'),
      'Path not in workspace: Attempted path "/etc/passwd" resolves outside the allowed workspace directories: ROOT',
    ],
    ['a guarded name', edit('a.key', '', 'b'), "File path 'ROOT/a.key' is ignored by configured ignore patterns."],
    ['lines in several places', edit('twice.ts', '\tgo();', '\tstop();'), several('twice.ts', 2)],
  ]);

  succeeds('replace', [
    ['one place', edit('a.txt', 'two', '2'), modified('a.txt', 1, 'one\n2\nthree\n')],
    [
      'all places',
      edit('multi.txt', 'x =', 'y =', { allow_multiple: true }),
      modified('multi.txt', 3, 'y = 1\ny = 2\ny = 3\n'),
    ],
    ['as many as expected', edit('two.txt', 'y', 'z', { expected_replacements: 2 }), modified('two.txt', 2, 'z\nz\n')],
    ['LF for CRLF', edit('crlf.txt', 'one\ntwo', '1\n2'), modified('crlf.txt', 1, '1\n2\nthree\n')],
    ['CRLF for LF', edit('mixed.txt', 'two\r\nthree', '2\r\n3'), modified('mixed.txt', 1, 'one\n2\n3\n')],
    ['the last line', edit('end.txt', 'b\n', 'c'), modified('end.txt', 1, 'a\nc\n')],
    ['a newline at the end', edit('open.txt', 'b', 'b\n'), modified('open.txt', 1, 'a\nb\n')],
    ['everything', edit('empty-me.txt', 'all\n', ''), modified('empty-me.txt', 1, '')],
    ['dollars', edit('dollar.txt', 'price', "$& $1 $'"), modified('dollar.txt', 1, "$& $1 $'\n")],
    [
      'tabs for spaces',
      edit('tabs.py', '    if x:\n    \treturn 1', '    if y:\n    \treturn 3'),
      modified('tabs.py', 1, 'def f():\n\tif y:\n\t\treturn 3\n\treturn 2\n'),
    ],
    [
      'lines that are indented more',
      edit('deep.ts', 'if (b) {\n    c();\n}', 'if (d) {\n    e();\n}'),
      modified('deep.ts', 1, 'if (a) {\n    if (d) {\n        e();\n    }\n}\n'),
    ],
    ['lines to delete', edit('gone.ts', '\tb();', ''), modified('gone.ts', 1, '  a();\n  c();\n')],
    [
      'a new file',
      edit('made.txt', '', 'x\n'),
      'Created new file: ROOT/made.txt with provided content. Here is the updated code:\nx\n',
    ],
    [
      'a new file in a new directory',
      edit('new/made.txt', '', ''),
      'Created new file: ROOT/new/made.txt with provided content. Here is the updated code:\n',
    ],
    [
      'a placeholder that was there',
      edit('dots.txt', 'a\n// rest of methods ...', 'c\n// rest of methods ...'),
      modified('dots.txt', 1, 'c\n// rest of methods ...\nb\n'),
    ],
    [
      'an encoding',
      edit('latin.txt', 'end', 'th\xe9'),
      modified('latin.txt', 1, 'caf\xe9 cr\xe8me br\xfbl\xe9e, d\xe9j\xe0 vu\nth\xe9\n'),
    ],
  ]);

  it.each([
    ['nothing like it', edit('a.txt', 'qqqq', 'b')],
    ['white space only', edit('twice.ts', '\t\n', 'b')],
    ['lines that are shifted unevenly', edit('uneven.ts', 'a();\nb();', 'c();')],
    ['a new text that is indented less', edit('deep.ts', '  if (b) {\n      c();', 'd();')],
    ['lines in several places, though several may be', edit('twice.ts', '\tgo();', '\tx();', { allow_multiple: true })],
    ['a part of a line', edit('deep.ts', 'if  (d)', 'if (e)')],
  ])('finds no match: %s', async (_, args) => {
    const before = readFileSync(files.tree.path('ROOT', args.file_path));
    const { text, error } = await files.server.call('replace', args);
    expect(text.split('\n', 1)).toEqual([noMatch(args.file_path)]);
    expect(error).toMatchObject({ code: 'NO_MATCH' });
    expect(readFileSync(files.tree.path('ROOT', args.file_path))).toEqual(before);
  });

  it('leaves all other bytes', () => {
    const bytes = (name: string) => readFileSync(files.tree.path('ROOT', name), 'latin1');
    expect(bytes('crlf.txt')).toBe('1\r\n2\r\nthree\r\n');
    expect(bytes('mixed.txt')).toBe('one\r\n2\n3\r\n');
    expect(bytes('latin.txt')).toMatch(/^caf\xe9.*\nth\xe9\n$/s);
    expect(bytes('empty-me.txt')).toBe('');
  });

  it('says in the outcome that lines were matched, and goes by other names', async () => {
    const { server } = files;
    await server.call('write_file', { file_path: 'w.txt', content: '  a\n' });
    const result = await server.call('edit', { path: 'w.txt', old_str: '\ta', new_str: '\tb' });
    expect(result.text).toContain('(1 replacements)');
    expect(result.outcome).toMatchObject({ kind: 'edit', matched: 'whitespace' });
    expect(result._meta?.['dragoman/arguments']).toEqual({
      taken: { path: 'file_path', old_str: 'old_string', new_str: 'new_string' },
    });
    expect(readFileSync(files.tree.path('ROOT/w.txt'), 'utf8')).toBe('  b\n');
  });

  it('says what came nearest', async () => {
    const { text } = await files.server.call('replace', edit('tabs.py', '\tif y:\n\t\treturn 4', 'x'));
    expect(text).toMatch(/^Could not find an exact match [^\n]*\nNearest: /);
  });
});
