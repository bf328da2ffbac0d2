import { pngOf } from '@dragoman/testing';
import { type FileRow, fileSession } from './case.ts';

const LINES = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`).join('\n');
const LARGE = Array.from({ length: 6000 }, (_, index) => `${index} `.padEnd(60, '.')).join('\n');
const notebook = (cells: readonly unknown[], metadata: unknown = {}) =>
  JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
const code = (id: string, source: unknown, outputs: readonly unknown[] = []) => ({
  ...{ cell_type: 'code', id, metadata: {}, execution_count: 1 },
  source,
  outputs,
});
const stream = (text: unknown) => ({ output_type: 'stream', name: 'stdout', text });
const shown = (data: unknown) => ({ output_type: 'display_data', data, metadata: {} });

const picture = (width: number) => shown({ 'image/png': pngOf(width, 1).toString('base64') });

const TEXT: readonly FileRow[] = [
  ['two lines', 'one\ntwo\n', {}],
  ['no final newline', 'one\ntwo', {}],
  ['one line', 'one', {}],
  ['several empty lines at the end', 'one\n\n\n', {}],
  ['an empty file', '', {}],
  ['nothing but a newline', '\n', {}],
  ['white space only', '  \n\t\n', {}],
  ['CRLF', 'one\r\ntwo\r\n', {}],
  ['mixed line endings', 'one\r\ntwo\nthree', {}],
  ['a byte-order mark', '\ufeffone\n', {}],
  ['tabs and trailing spaces', '\tone  \n\t\ttwo\t\n', {}],
  ['other scripts', 'Grüße 日本語 🙂\nعربى\n', {}],
  ['a long line', `a ${'long '.repeat(900)}line\n`, {}],
  ['300 lines', LINES, {}],
  ['UTF-16', Buffer.from('\ufeffone\ntwo\n', 'utf16le'), {}],
  ['a separator of lines', 'one\u2028two\u0085three\fnow\n', {}],
  ['over 256 KB', LARGE, {}],
  ['over 256 KB with a limit', LARGE, { offset: 5000, limit: 3 }],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>\n', {}, 'svg'],
  ['JSON', '{"a": 1}\n', {}, 'json'],
];

const WINDOWS: readonly FileRow[] = [
  ['offset 0', 'a\nb\nc\n', { offset: 0 }],
  ['offset 2', 'a\nb\nc\n', { offset: 2 }],
  ['offset of the last line', 'a\nb\nc', { offset: 3 }],
  ['offset of the empty last line', 'a\nb\nc\n', { offset: 4 }],
  ['offset past the end', 'a\nb\nc\n', { offset: 9 }],
  ['offset past the end of one line', 'a', { offset: 2 }],
  ['offset in an empty file', '', { offset: 3 }],
  ['limit 1', 'a\nb\nc\n', { limit: 1 }],
  ['limit over the end', 'a\nb\nc\n', { limit: 99 }],
  ['offset and limit', 'a\nb\nc\nd\n', { offset: 2, limit: 2 }],
  ['limit 0', 'a\nb\n', { limit: 0 }],
  ['a negative limit', 'a\nb\n', { limit: -1 }],
  ['a negative offset', 'a\nb\n', { offset: -2 }],
  ['a fraction', 'a\nb\n', { offset: 1.5 }],
  ['null for offset and limit', 'a\nb\n', { offset: null, limit: null }],
  ['an unknown argument', 'a\n', { encoding: 'utf-8' }],
  ['pages of a text', 'a\n', { pages: '1' }],
  ['offset as a string', 'a\nb\nc\n', { offset: '2' }],
  ['a fraction as a string', 'a\n', { limit: '1.5' }],
  ['offset and limit as strings', 'a\nb\nc\n', { offset: '2', limit: '1' }],
];

const ERRORS: readonly FileRow[] = [
  ['a missing file', undefined, {}],
  ['a missing file in a missing directory', undefined, { file_path: 'none/there.txt' }],
  ['another extension', 'x', { file_path: 'another-extension.md' }],
  ['a file for a directory', 'x', { file_path: 'a-file-for-a-directory.txt/x' }],
  ['an empty path', undefined, { file_path: '' }],
  ['another letter case', 'x', { file_path: 'Another-Letter-Case.txt' }],
  ['text by the name of a picture', 'x\n', {}, 'png'],
  ['a picture by the name of a text', pngOf(2, 2), {}],
  ['null for the path', undefined, { file_path: null }],
  ['no notebook', '[]', {}, 'ipynb'],
  ['cells that are none', '{"cells": 5}', {}, 'ipynb'],
  ['a directory', undefined, { file_path: '{cwd}' }],
  ['a binary file', Buffer.from([0, 1, 2, 3, 0, 255]), {}, 'bin'],
  ['a program', Buffer.from('\x7fELF\0\0\0\0', 'latin1'), {}, 'exe'],
  ['an archive', Buffer.from('PK\x03\x04\0\0\0\0', 'latin1'), {}, 'zip'],
  ['an empty image', '', {}, 'png'],
  ['no path', undefined, { file_path: undefined }],
  ['a path that is a number', undefined, { file_path: 5 }],
  ['limit as a word', 'a\n', { limit: 'many' }],
  ['offset as an object', 'a\n', { offset: {} }],
  ['two faults', undefined, { file_path: undefined, limit: 'many' }],
  ['broken JSON', '{"cells":', {}, 'ipynb'],
];

const PATHS: readonly FileRow[] = [
  ['an absolute path', 'x\n', { file_path: '{cwd}/an-absolute-path.txt' }],
  ['a path with dots', 'x\n', { file_path: './none/../a-path-with-dots.txt' }],
  ['white space around a path', 'x\n', { file_path: '  white-space-around-a-path.txt ' }],
];

const MEDIA: readonly FileRow[] = [
  ['a PNG', pngOf(2, 2), {}, 'png'],
  [
    'a notebook',
    notebook([code('a', ['import x\n', 'x()']), { cell_type: 'markdown', id: 'm', source: '# T' }]),
    {},
    'ipynb',
  ],
  ['a notebook with a stream', notebook([code('a', 'p', [stream('one\n')])]), {}, 'ipynb'],
  ['a notebook with lines of a stream', notebook([code('a', 'p', [stream(['one\n', 'two\n'])])]), {}, 'ipynb'],
  [
    'a notebook with two outputs',
    notebook([code('a', 'p', [stream('one'), stream('two')]), code('b', 'q')]),
    {},
    'ipynb',
  ],
  [
    'a notebook with an error',
    notebook([code('a', 'p', [{ output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t1', 't2'] }])]),
    {},
    'ipynb',
  ],
  [
    'a notebook with an error without a traceback',
    notebook([code('a', 'p', [{ output_type: 'error', ename: 'E', evalue: '', traceback: [] }])]),
    {},
    'ipynb',
  ],
  [
    'a notebook with two pictures',
    notebook([code('a', 'p', [picture(1), stream('mid'), picture(2)]), code('b', 'q')]),
    {},
    'ipynb',
  ],
  [
    'a notebook with plain text and HTML',
    notebook([code('a', 'p', [shown({ 'text/html': '<b>', 'text/plain': ['x', 'y'] })])]),
    {},
    'ipynb',
  ],
  [
    'a notebook with a picture',
    notebook([code('a', 'p', [shown({ 'image/png': pngOf(1, 1).toString('base64'), 'text/plain': 'fig' })])]),
    {},
    'ipynb',
  ],
  ['a notebook of R', notebook([code('a', 'x <- 1')], { language_info: { name: 'R' } }), {}, 'ipynb'],
  [
    'a notebook without ids',
    notebook([
      { cell_type: 'code', metadata: {}, source: 'x', outputs: [] },
      { cell_type: 'raw', metadata: {}, source: 'r' },
    ]),
    {},
    'ipynb',
  ],
  ['a notebook without cells', notebook([]), {}, 'ipynb'],
  ['a notebook with large outputs', notebook([code('a', 'p', [stream('x'.repeat(12_000))])]), {}, 'ipynb'],
];

export const reads = fileSession('Read', 'file_path', [...TEXT, ...WINDOWS, ...ERRORS, ...PATHS, ...MEDIA]);
