import { type FileRow, fileSession, type Session } from './case.ts';

const by = (old_string: string, new_string: string, rest = {}) => ({ old_string, new_string, ...rest });
const all = { replace_all: true };

export const edits = fileSession('Edit', 'file_path', [
  ['one place', 'one\ntwo\n', by('one', '1')],
  ['the absolute path', 'one\n', by('one', '1', { file_path: '{cwd}/the-absolute-path.txt' })],
  ['several lines', 'a\nb\nc\n', by('a\nb', 'x\ny\nz')],
  ['to nothing', 'a\nb\n', by('b\n', '')],
  ['a line to nothing', 'a\nb\nc\n', by('b', '')],
  ['all places', 'a b a\na\n', by('a', 'x', all)],
  ['all of one place', 'a\n', by('a', 'x', all)],
  ['replace_all as a string', 'a a\n', by('a', 'x', { replace_all: 'true' })],
  ['replace_all false', 'a b\n', by('a', 'x', { replace_all: false })],
  ['CRLF', 'a\r\nb\r\nc\r\n', by('a\nb', 'x\ny')],
  ['one line of CRLF', 'a\r\nb\r\n', by('b', 'x\ny')],
  ['a byte-order mark', '\ufeffone\n', by('one', '1')],
  ['other scripts', 'Grüße 🙂\n', by('🙂', '日本')],
  ['dollar signs', 'a\n', by('a', "$& $1 $$ $'")],
  ['a regular expression', 'a.c abc\n', by('a.c', 'x')],
  ['no final newline', 'a\nb', by('b', 'c')],
  ['an empty old text creates', undefined, by('', 'new\n')],
  ['an empty old text creates in a new directory', undefined, by('', 'new\n', { file_path: 'made/by/edit.txt' })],
  ['an empty old text fills an empty file', '', by('', 'new\n')],
  ['an empty old text fills white space', ' \n', by('', 'new\n')],
  ['an empty old text and content', 'a\n', by('', 'new\n')],
  ['the same text', 'a\n', by('a', 'a')],
  ['the same text in a missing file', undefined, by('a', 'a')],
  ['text that is not there', 'a\n', by('b', 'c')],
  ['several lines that are not there', 'a\n', by('b\nc', 'd')],
  ['text that is there twice', 'a a\n', by('a', 'b')],
  ['text that is there three times', 'a\na\na\n', by('a', 'b')],
  ['a missing file', undefined, by('a', 'b')],
  ['a notebook', '{"cells":[]}', by('cells', 'x'), 'ipynb'],
  ['no new text', 'a\n', { old_string: 'a' }],
  ['nothing but a path', 'a\n', {}],
  ['new text that is a number', 'a\n', by('a', 'x', { new_string: 5 })],
  ['typographic quotes', 'say “hello” now\n', by('say "hello"', 'say "bye"')],
  ['typographic apostrophe', 'it’s here\n', by("it's", "it's not")],
  ['straight quotes for typographic ones', 'say "hello"\n', by('say “hello”', 'x')],
  ['quotes to other words', '‘a’ and “b”\n', by(`'a' and "b"`, `"b" and ('a')`)],
  ['Markdown with trailing spaces', 'a\n', by('a', 'a  \nb'), 'md'],
  ['overlapping places', 'aaa\n', by('aa', 'b', all)],
] satisfies FileRow[]);

export const writes = fileSession('Write', 'file_path', [
  ['a new file', undefined, { content: 'one\n' }],
  ['a new file by its absolute path', undefined, { content: 'x', file_path: '{cwd}/absolute.txt' }],
  ['a new file in new directories', undefined, { content: 'x', file_path: 'new/directories/f.txt' }],
  ['an empty new file', undefined, { content: '' }],
  ['over a file never read', 'old\n', { content: 'new\n' }],
  ['over an empty file', '', { content: 'new\n' }],
  ['the same content', 'same\n', { content: 'same\n' }],
  ['CRLF as given', undefined, { content: 'a\r\nb\r\n' }],
  ['over CRLF', 'a\r\nb\r\n', { content: 'a\nb\nc\n' }],
  ['other scripts', undefined, { content: 'Grüße 🙂\n' }],
  ['a directory', undefined, { content: 'x', file_path: '{cwd}' }],
  ['no content', undefined, {}],
  ['no path', undefined, { content: 'x', file_path: undefined }],
  ['content that is a number', undefined, { content: 5 }],
] satisfies FileRow[]);

const read = (file: string, args = {}) => ({ tool: 'Read', args: { file_path: file, ...args } });
const edit = (file: string, old: string, text: string, rest = {}) => ({
  tool: 'Edit',
  args: { file_path: file, ...by(old, text, rest) },
});
const write = (file: string, content: string) => ({ tool: 'Write', args: { file_path: file, content } });
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((letter) => `${letter}.txt`);

/** Files that someone else changes between two calls. */
export const stales: Session = {
  name: 'stale',
  files: Object.fromEntries(names.map((name) => [name, 'one\ntwo\nthree\n'])),
  cases: [
    { name: 'stale: a read', ...read('a.txt') },
    { name: 'stale: an edit after a read', ...edit('a.txt', 'one', '1') },
    { name: 'stale: a second edit', ...edit('a.txt', 'two', '2') },
    { name: 'stale: a write after edits', ...write('a.txt', 'new\ntext\n') },
    { name: 'stale: an edit after a write', ...edit('a.txt', 'text', 'words') },
    { name: 'stale: a read of b', ...read('b.txt') },
    {
      name: 'stale: an edit of a changed file',
      ...edit('b.txt', 'one', '1'),
      meanwhile: { 'b.txt': 'one\ntwo\nthree\nfour\n' },
    },
    { name: 'stale: an edit after the note', ...edit('b.txt', 'two', '2') },
    { name: 'stale: a read of c', ...read('c.txt') },
    {
      name: 'stale: all places of a changed file',
      ...edit('c.txt', 'one', '1', { replace_all: true }),
      meanwhile: { 'c.txt': 'one\none\n' },
    },
    { name: 'stale: a read of d', ...read('d.txt') },
    {
      name: 'stale: text that is gone from a changed file',
      ...edit('d.txt', 'one', '1'),
      meanwhile: { 'd.txt': 'four\n' },
    },
    { name: 'stale: a read of e', ...read('e.txt') },
    {
      name: 'stale: text that is there twice in a changed file',
      ...edit('e.txt', 'one', '1'),
      meanwhile: { 'e.txt': 'one\none\n' },
    },
    { name: 'stale: a read of f', ...read('f.txt') },
    { name: 'stale: a write over a changed file', ...write('f.txt', 'mine\n'), meanwhile: { 'f.txt': 'theirs\n' } },
    { name: 'stale: a read after a refusal', ...read('f.txt') },
    { name: 'stale: a write after it', ...write('f.txt', 'mine\n') },
    { name: 'stale: a read in part', ...read('g.txt', { limit: 1 }) },
    { name: 'stale: an edit after a read in part', ...edit('g.txt', 'one', '1') },
    { name: 'stale: a read of h', ...read('h.txt') },
    {
      name: 'stale: an edit after equal bytes',
      ...edit('h.txt', 'one', '1'),
      meanwhile: { 'h.txt': 'one\ntwo\nthree\n' },
    },
    { name: 'stale: an edit never read', ...edit('i.txt', 'one', '1') },
    { name: 'stale: a write after an edit never read', ...write('i.txt', 'new\n') },
    { name: 'stale: a new file', ...write('new.txt', 'one\n') },
    { name: 'stale: an edit of it', ...edit('new.txt', 'one', '1') },
    { name: 'stale: a write over it after a change', ...write('new.txt', 'two\n'), meanwhile: { 'new.txt': 'x\n' } },
  ],
};
