import { readFileSync, writeFileSync } from 'node:fs';
import { pngOf, type ServedDialect, SMALL_PICTURES, serve } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Json = Readonly<Record<string, unknown>>;

const notebook = (cells: readonly Json[], rest: Json = {}) =>
  JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5, ...rest });
const code = (source: unknown, ...outputs: readonly Json[]) => ({ cell_type: 'code', id: 'c', source, outputs });
const stream = (text: unknown) => ({ output_type: 'stream', name: 'stdout', text });
const shown = (data: Json) => ({ output_type: 'display_data', data, metadata: {} });
const image = (bytes: Buffer) => bytes.toString('base64');

const PNG = pngOf(2, 2);
const BMP = Buffer.from('BM\x1e\0\0\0\0\0\0\0\x1a\0\0\0', 'latin1');

/** A cell, and what `Read` shows of it; images as `<type>`. */
const READ: readonly (readonly [situation: string, file: string, expected: string, args?: Json])[] = [
  ['a code cell', notebook([code(['a = 1\n', 'b'])]), '<cell id="c">a = 1\nb</cell id="c">'],
  ['an empty cell', notebook([code('')]), '<cell id="c"></cell id="c">'],
  [
    'a cell without id, another type',
    notebook([{ cell_type: 'markdown', source: '# A\n' }]),
    '<cell id="cell-0"><cell_type>markdown</cell_type># A\n</cell id="cell-0">',
  ],
  [
    'raw and unknown types',
    notebook([{ cell_type: 'raw', source: 'r' }, { source: 'u' }]),
    '<cell id="cell-0"><cell_type>raw</cell_type>r</cell id="cell-0">\n<cell id="cell-1"><cell_type>unknown</cell_type>u</cell id="cell-1">',
  ],
  [
    'another language, for code only',
    notebook([code('x'), { cell_type: 'markdown', id: 'm', source: 'y' }], {
      metadata: { language_info: { name: 'julia' } },
    }),
    '<cell id="c"><language>julia</language>x</cell id="c">\n<cell id="m"><cell_type>markdown</cell_type>y</cell id="m">',
  ],
  [
    'streams, with their newlines',
    notebook([code('x', stream('one\n'), stream(['two', '\n']))]),
    '<cell id="c">x</cell id="c">\n\none\n\n\ntwo\n',
  ],
  [
    'an error, without colours',
    notebook([
      code('x', { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[31mline 1\u001b[0m', 'line 2'] }),
    ]),
    '<cell id="c">x</cell id="c">\n\nE: v\nline 1\nline 2',
  ],
  [
    'plain text before other forms',
    notebook([code('x', shown({ 'text/markdown': '**m**', 'text/html': '<b>', 'text/plain': ['p', 'q'] }))]),
    '<cell id="c">x</cell id="c">\n\npq',
  ],
  [
    'what has no plain text',
    notebook([code('x', shown({ 'application/json': { a: [1] } }))]),
    '<cell id="c">x</cell id="c">\n\n{\n  "a": [\n    1\n  ]\n}',
  ],
  [
    'an image in its place',
    notebook([code('x', stream('before'), shown({ 'image/png': image(PNG) }), stream('after')), code('y')]),
    '<cell id="c">x</cell id="c">\n\nbefore<image/png>\nafter\n<cell id="c">y</cell id="c">',
  ],
  [
    'an image by its bytes, whatever its key',
    notebook([
      code(
        'x',
        shown({ 'image/png': image(SMALL_PICTURES.jpeg) }),
        shown({ 'image/jpeg': image(SMALL_PICTURES.webp) }),
        shown({ 'image/bmp': [`${image(SMALL_PICTURES.gif).slice(0, 20)}\n`, image(SMALL_PICTURES.gif).slice(20)] }),
      ),
    ]),
    '<cell id="c">x</cell id="c"><image/jpeg><image/webp><image/gif>',
  ],
  [
    'the good one of several pictures',
    notebook([
      code('x', shown({ 'image/png': 'AAAA', 'image/jpeg': image(SMALL_PICTURES.jpeg), 'text/plain': 'fig' })),
    ]),
    '<cell id="c">x</cell id="c">\n\nfig<image/jpeg>',
  ],
  [
    'what is no picture, or none that can be shown',
    notebook([
      code('x', shown({ 'image/png': 'no base64!' }), shown({ 'image/png': image(BMP) }), shown({ 'image/png': 7 })),
    ]),
    `<cell id="c">x</cell id="c">${'\n\n(image/png: not shown, no PNG, JPEG, GIF or WebP)'.repeat(3)}`,
  ],
  [
    'a damaged picture',
    notebook([
      code('x', shown({ 'image/png': image(PNG.subarray(0, 50)) }), shown({ 'image/png': image(pngOf(0, 1)) })),
    ]),
    '<cell id="c">x</cell id="c">\n\n(image/png: not shown, PNG, damaged (ends early))\n\n(image/png: not shown, PNG, damaged (no width or height))',
  ],
  [
    'a picture that is too large, scaled if it can be',
    notebook([
      code(
        'x',
        shown({ 'image/png': image(pngOf(4000, 4)) }),
        shown({ 'image/png': image(pngOf(2000, 3)) }),
        shown({ 'image/png': image(pngOf(2001, 700)) }),
      ),
    ]),
    '<cell id="c">x</cell id="c"><image/png>[Image scaled: 4000 × 4 pixels are shown as 2000 × 2; multiply coordinates by 2.00 for the original.]<image/png>\n(image/png: not shown, PNG of 2001 × 700 pixels, too large: the limit is 2000 pixels a side and 5 MB of base64)',
  ],
  [
    'pictures beyond twenty, counted',
    notebook([
      code('x', ...Array.from({ length: 12 }, () => shown({ 'image/png': image(PNG) }))),
      ...Array.from({ length: 13 }, () => code('y', shown({ 'image/png': image(PNG) }))),
    ]),
    `<cell id="c">x</cell id="c">${'<image/png>'.repeat(12)}${'<cell id="c">y</cell id="c"><image/png>'.repeat(8)}${Array.from({ length: 5 }, () => '<cell id="c">y</cell id="c">').join('\n')}\n[5 more images left out: a result carries 20 at most.]`,
  ],
  [
    'base64 of other media, by name',
    notebook([
      code('x', shown({ 'application/pdf': 'JVBERi0xLjQK', 'text/plain': 'doc' }), shown({ 'audio/wav': 'UklGRg==' })),
    ]),
    '<cell id="c">x</cell id="c">\n\ndoc\n\n(application/pdf, 9 B: not shown)\n\n(audio/wav, 4 B: not shown)',
  ],
  [
    'attachments of Markdown cells',
    notebook([
      {
        ...{ cell_type: 'markdown', id: 'm', source: '![](attachment:a.png)' },
        attachments: { 'a.png': { 'image/png': image(PNG) }, 'b.pdf': { 'application/pdf': 'JVBERi0xLjQK' } },
      },
    ]),
    '<cell id="m"><cell_type>markdown</cell_type>![](attachment:a.png)</cell id="m">\n\nAttachment a.png:<image/png>\nAttachment b.pdf: (application/pdf, 9 B: not shown)',
  ],
  [
    'numbers as Python writes them',
    `{"cells": [{"cell_type": "code", "source": "NaN", "outputs": [{"output_type": "display_data", "data": {"application/json": [NaN, -Infinity]}}]}], "metadata": {"a": Infinity}}`,
    '<cell id="cell-0">NaN</cell id="cell-0">\n\n[\n  "NaN",\n  "-Infinity"\n]',
  ],
  [
    'controls as escapes',
    notebook([code('a\u0000b\u001b]0;t\u0007\tc\r\nd\u0085', stream('10%\r\r100%\r\r\n\u0000\u0008\u001b[1mend\r'))]),
    '<cell id="c">a\\u{0}b\\e]0;t\\u{7}\tc\nd\\u{85}</cell id="c">\n\n100%\n\\u{0}\\u{8}end',
  ],
  [
    'outputs over 10,000 characters',
    notebook([code('x', stream('a'.repeat(10_000)), stream('b')), code('y', stream('c'.repeat(10_000)))]),
    `<cell id="c">x</cell id="c">\n\nOutputs are too large to include. They have 10001 characters; Grep finds what they hold.\n<cell id="c">y</cell id="c">\n\n${'c'.repeat(10_000)}`,
  ],
  ['no cells', notebook([]), '(Read completed with no output)'],
  [
    'cells from an offset',
    notebook([code('1'), code('2'), code('3')]),
    '<cell id="c">2</cell id="c">',
    { offset: 2, limit: 1 },
  ],
  ['cells from 0', notebook([code('1'), code('2')]), '<cell id="c">1</cell id="c">', { offset: 0, limit: 1 }],
  [
    'an offset past the end',
    notebook([code('1'), code('2')]),
    'Warning: the file exists but is shorter than the provided offset (3). The notebook has 2 cells.',
    { offset: 3 },
  ],
  [
    'a notebook over the response bound',
    notebook(Array.from({ length: 3 }, () => code('x'.repeat(60_000)))),
    `<cell id="c">${'x'.repeat(60_000)}</cell id="c">\n[Showing cells 1-1 of 3; more cells follow. Use offset=2 to continue.]`,
  ],
  [
    'nbformat 3',
    JSON.stringify({ nbformat: 3, worksheets: [{ cells: [{ cell_type: 'code', input: 'x', language: 'python' }] }] }),
    '<cell id="cell-0">x</cell id="cell-0">',
  ],
];

const BROKEN = [
  ['{"cells": [', 'Notebook file is not valid JSON.'],
  ['{"cells": [nan]}', 'Notebook file is not valid JSON.'],
  ['{NaN: 1, "cells": []}', 'Notebook file is not valid JSON.'],
  ['[]', 'Notebook file is not a valid Jupyter notebook: it is no JSON object.'],
  ['{"cells": {}}', 'Notebook file is not a valid Jupyter notebook: it has no cells.'],
] as const;

const TREE = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "m1",
   "metadata": {},
   "source": [
    "# Caf\\u00e9\\n",
    "\\/ text"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 7,
   "id": "c1",
   "metadata": {"x": 1.0, "y":NaN},
   "outputs": [{"output_type": "stream", "name": "stdout", "text": ["1\\n"]}],
   "source": [
    "print(1)"
   ]
  }
 ],
 "metadata": {"n": 1E2, "i": [-Infinity,Infinity], "d": {"cells": []}},
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

const ONE_LINE =
  '{"cells":[{"cell_type":"code","source":"a","metadata":{},"outputs":[],"execution_count":null}],"nbformat":4,"nbformat_minor":2}';

/** A call, and each part of the file that it changes with what stands in its place. `{id}` is the new cell's. */
interface Change {
  readonly file: string | Buffer;
  readonly args: Json;
  readonly answer: string;
  readonly parts: readonly (readonly [old: string, now: string])[];
}

const OUTPUTS = '[{"output_type": "stream", "name": "stdout", "text": ["1\\n"]}]';

const EDITS: Readonly<Record<string, Change>> = {
  'the lines of a cell': {
    file: TREE,
    args: { cell_id: 'm1', new_source: 'new\nlines\n' },
    answer: 'Updated cell m1',
    parts: [['"# Caf\\u00e9\\n",\n    "\\/ text"', '"new\\n",\n    "lines\\n"']],
  },
  'a code cell, which loses what it put out': {
    file: TREE,
    args: { cell_id: 'c1', new_source: 'print("é")' },
    answer: 'Updated cell c1',
    parts: [
      ['"execution_count": 7', '"execution_count": null'],
      [OUTPUTS, '[]'],
      ['"print(1)"', '"print(\\"é\\")"'],
    ],
  },
  'a cell by its index': {
    file: TREE,
    args: { cell_id: 'cell-0', new_source: '' },
    answer: 'Updated cell cell-0',
    parts: [['[\n    "# Caf\\u00e9\\n",\n    "\\/ text"\n   ]', '[]']],
  },
  'a cell by an id that looks like an index': {
    file: TREE.replace('"m1"', '"cell-1"'),
    args: { cell_id: 'cell-1', new_source: 'x' },
    answer: 'Updated cell cell-1',
    parts: [['"# Caf\\u00e9\\n",\n    "\\/ text"', '"x"']],
  },
  'the same source, which keeps its escapes': {
    file: TREE,
    args: { cell_id: 'm1', new_source: '# Café\n/ text' },
    answer: 'Updated cell m1',
    parts: [],
  },
  'code to Markdown': {
    file: TREE,
    args: { cell_id: 'c1', new_source: 'x', cell_type: 'markdown' },
    answer: 'Updated cell c1',
    parts: [
      ['"code"', '"markdown"'],
      ['\n   "execution_count": 7,', ''],
      [`\n   "outputs": ${OUTPUTS},`, ''],
      ['"print(1)"', '"x"'],
    ],
  },
  'Markdown to code': {
    file: TREE,
    args: { cell_id: 'm1', new_source: 'x', cell_type: 'code' },
    answer: 'Updated cell m1',
    parts: [
      ['"markdown"', '"code"'],
      ['"# Caf\\u00e9\\n",\n    "\\/ text"\n   ]', '"x"\n   ],\n   "execution_count": null,\n   "outputs": []'],
    ],
  },
  'a source that is a string, on one line': {
    file: ONE_LINE,
    args: { cell_id: 'cell-0', new_source: 'b\r\n"c"' },
    answer: 'Updated cell cell-0',
    parts: [['"a"', '"b\\r\\n\\"c\\""']],
  },
  'an insertion after a cell': {
    file: TREE,
    args: { cell_id: 'm1', new_source: 'a\nb', cell_type: 'code', edit_mode: 'insert' },
    answer: 'Inserted cell {id}',
    parts: [
      [
        '\\/ text"\n   ]\n  },',
        '\\/ text"\n   ]\n  },\n  {\n   "cell_type": "code",\n   "id": "{id}",\n   "source": [\n    "a\\n",\n    "b"\n   ],\n   "metadata": {},\n   "execution_count": null,\n   "outputs": []\n  },',
      ],
    ],
  },
  'an insertion after the last cell': {
    file: TREE,
    args: { cell_id: 'c1', new_source: 'a', cell_type: 'markdown', edit_mode: 'insert' },
    answer: 'Inserted cell {id}',
    parts: [
      [
        '"print(1)"\n   ]\n  }',
        '"print(1)"\n   ]\n  },\n  {\n   "cell_type": "markdown",\n   "id": "{id}",\n   "source": [\n    "a"\n   ],\n   "metadata": {}\n  }',
      ],
    ],
  },
  'an insertion first, below 4.5': {
    file: ONE_LINE,
    args: { new_source: 'a', cell_type: 'code', edit_mode: 'insert' },
    answer: 'Inserted a new cell',
    parts: [['[{', '[{"cell_type":"code","source":"a","metadata":{},"execution_count":null,"outputs":[]},{']],
  },
  'an insertion into no cells': {
    file: '{\r\n\t"cells": [],\r\n\t"nbformat": 4,\r\n\t"nbformat_minor": 4\r\n}',
    args: { new_source: 'a', cell_type: 'markdown', edit_mode: 'insert' },
    answer: 'Inserted a new cell',
    parts: [
      [
        '[]',
        '[\r\n\t\t{\r\n\t\t\t"cell_type": "markdown",\r\n\t\t\t"source": "a",\r\n\t\t\t"metadata": {}\r\n\t\t}\r\n\t]',
      ],
    ],
  },
  'a deletion': {
    file: TREE,
    args: { cell_id: 'm1', edit_mode: 'delete' },
    answer: 'Deleted cell m1',
    parts: [[TREE.slice(TREE.indexOf('{\n   "cell_type": "markdown"'), TREE.indexOf('{\n   "cell_type": "code"')), '']],
  },
  'a deletion of the last cell': {
    file: TREE,
    args: { cell_id: 'cell-1', edit_mode: 'delete' },
    answer: 'Deleted cell cell-1',
    parts: [[TREE.slice(TREE.indexOf(',\n  {\n   "cell_type": "code"'), TREE.indexOf('\n ],\n "metadata": {"n"')), '']],
  },
  'a deletion of the only cell': {
    file: ONE_LINE,
    args: { cell_id: 'cell-0', edit_mode: 'delete', new_source: 'ignored' },
    answer: 'Deleted cell cell-0',
    parts: [[ONE_LINE.slice(ONE_LINE.indexOf('[') + 1, ONE_LINE.lastIndexOf(']')), '']],
  },
  'a notebook with a byte-order mark and CRLF': {
    file: `\ufeff${TREE.replaceAll('\n', '\r\n')}`,
    args: { cell_id: 'm1', new_source: 'a\nb' },
    answer: 'Updated cell m1',
    parts: [['"# Caf\\u00e9\\n",\r\n    "\\/ text"', '"a\\n",\r\n    "b"']],
  },
  'a notebook in UTF-16': {
    file: Buffer.from(`\ufeff${TREE}`, 'utf16le'),
    args: { cell_id: 'm1', new_source: 'é😀' },
    answer: 'Updated cell m1',
    parts: [['"# Caf\\u00e9\\n",\n    "\\/ text"', '"é😀"']],
  },
  'a notebook in another encoding, which gets escapes': {
    file: Buffer.from(
      TREE.replace('\\u00e9', 'é').replace('"print(1)"', '"caf\u00e9 déjà vu, garçon, Noël"'),
      'latin1',
    ),
    args: { cell_id: 'm1', new_source: '日é' },
    answer: 'Updated cell m1',
    parts: [['"# Café\\n",\n    "\\/ text"', '"\\u65e5\\u00e9"']],
  },
  'arguments by other names': {
    file: TREE,
    args: { notebook_path: undefined, file_path: 'PATH', cell_id: 'm1', source: 'x', cell_type: null },
    answer: 'Updated cell m1',
    parts: [['"# Caf\\u00e9\\n",\n    "\\/ text"', '"x"']],
  },
};

const UNREAD = 'File has not been read yet. Read it first before writing to it.';
const STALE =
  'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.';

const REFUSALS: readonly (readonly [situation: string, args: Json, answer: string, code: string])[] = [
  ['an unknown id', { cell_id: 'zz', new_source: 'x' }, 'Cell with ID "zz" not found in notebook.', 'INVALID_ARGUMENT'],
  ['a bare number', { cell_id: '1', new_source: 'x' }, 'Cell with ID "1" not found in notebook.', 'INVALID_ARGUMENT'],
  [
    'an index past the end',
    { cell_id: 'cell-2', new_source: 'x' },
    'Cell with index 2 does not exist in notebook.',
    'INVALID_RANGE',
  ],
  [
    'no cell to replace',
    { new_source: 'x' },
    'Cell ID must be specified when not inserting a new cell.',
    'INVALID_ARGUMENT',
  ],
  [
    'an empty id',
    { cell_id: '', new_source: 'x' },
    'Cell ID must be specified when not inserting a new cell.',
    'INVALID_ARGUMENT',
  ],
  [
    'no cell to delete',
    { edit_mode: 'delete' },
    'Cell ID must be specified when not inserting a new cell.',
    'INVALID_ARGUMENT',
  ],
  [
    'an insertion without type',
    { new_source: 'x', edit_mode: 'insert' },
    'Cell type is required when using edit_mode=insert.',
    'INVALID_ARGUMENT',
  ],
  [
    'an insertion after an unknown cell',
    { cell_id: 'cell-9', new_source: 'x', cell_type: 'code', edit_mode: 'insert' },
    'Cell with index 9 does not exist in notebook.',
    'INVALID_RANGE',
  ],
];

describe('notebooks of dialect claude', () => {
  let server: ServedDialect;
  beforeAll(async () => {
    server = await serve('claude');
  });
  afterAll(() => server[Symbol.asyncDispose]());

  let count = 0;
  const plant = (content: string | Buffer, name = `n${count}.ipynb`): string => {
    count += 1;
    writeFileSync(server.path(name), content);
    return server.path(name);
  };

  it.each(READ.map(([situation, ...rest]) => ({ situation, rest })))('Read shows $situation', async ({ rest }) => {
    const [file, expected, args] = rest;
    const { content, isError } = await server.call('Read', { file_path: plant(file), ...args });
    const blocks = content.map((block) => (block.type === 'text' ? block.text : `<${block.mimeType}>`));
    expect(blocks.join('')).toBe(expected);
    expect(isError).toBe(false);
  });

  it.each(BROKEN)('Read and NotebookEdit refuse %s', async (file, expected) => {
    const path = plant(file);
    expect(await server.call('Read', { file_path: path })).toMatchObject({
      ...{ isError: true, text: expected, error: { code: 'UNSUPPORTED_FILE' } },
    });
  });

  it.each(Object.entries(EDITS))('NotebookEdit makes of %s', async (_, { file, args, answer, parts }) => {
    const path = plant(file);
    await server.call('Read', { file_path: path });
    const given = { notebook_path: path, ...args, ...('file_path' in args && { file_path: path }) };
    const { text, isError, outcome } = await server.call('NotebookEdit', given);
    const id = String(outcome.newId);
    expect(text).toBe(answer.replace('{id}', id));
    expect(isError).toBe(false);
    if (answer.includes('{id}')) expect(id).toMatch(/^[0-9a-f]{8}$/);
    const encoding = typeof file === 'string' ? 'utf8' : file[0] === 0xff ? 'utf16le' : 'latin1';
    const before = typeof file === 'string' ? file : file.toString(encoding);
    for (const [old] of parts) expect(before).toContain(old);
    const expected = parts.reduce((whole, [old, now]) => whole.replace(old, () => now.replace('{id}', id)), before);
    expect(readFileSync(path, encoding)).toBe(expected);
  });

  it('NotebookEdit keeps bytes that are not valid in the encoding', async () => {
    const file = Buffer.from(TREE.replace('"x": 1.0', '"x": "é日本\xff語"'), 'utf8');
    const at = file.indexOf('ÿ');
    const broken = Buffer.concat([file.subarray(0, at), Buffer.from([0xff]), file.subarray(at + 2)]);
    const path = plant(broken);
    await server.call('Read', { file_path: path });
    const { isError } = await server.call('NotebookEdit', { notebook_path: path, cell_id: 'c1', new_source: 'y' });
    expect(isError).toBe(false);
    const old = [broken.indexOf('"execution_count"'), broken.indexOf('"metadata": {"x"')];
    const now = readFileSync(path);
    expect(now.subarray(0, old[0])).toEqual(broken.subarray(0, old[0]));
    expect(now.includes(broken.subarray(broken.indexOf('"x": "'), broken.indexOf('"y":NaN')))).toBe(true);
  });

  it.each(REFUSALS)('NotebookEdit refuses %s', async (_, args, answer, code) => {
    const path = plant(TREE);
    await server.call('Read', { file_path: path });
    const refused = await server.call('NotebookEdit', { notebook_path: path, ...args });
    expect(refused).toMatchObject({ isError: true, text: answer, error: { code } });
    expect(readFileSync(path, 'utf8')).toBe(TREE);
  });

  it('NotebookEdit makes no code of a cell with attachments', async () => {
    const cell = { cell_type: 'markdown', id: 'm', source: 'x', attachments: { 'a.png': { 'image/png': image(PNG) } } };
    const path = plant(notebook([cell, { ...cell, id: 'n', attachments: {} }]));
    await server.call('Read', { file_path: path });
    const change = (cell_id: string) =>
      server.call('NotebookEdit', { notebook_path: path, cell_id, new_source: 'y', cell_type: 'code' });
    expect((await change('m')).text).toMatch(/^The notebook was not changed: this cell has attachments/);
    expect((await change('n')).text).toBe('Updated cell n');
    const [, changed] = JSON.parse(readFileSync(path, 'utf8')).cells;
    expect(changed).toEqual({ cell_type: 'code', id: 'n', source: 'y', execution_count: null, outputs: [] });
  });

  it('NotebookEdit refuses what is no notebook, or is not there', async () => {
    const change = (notebook_path: string) =>
      server.call('NotebookEdit', { notebook_path, cell_id: 'a', new_source: 'x' });
    expect((await change(plant('x', 'a.txt'))).text).toMatch(/^File must be a Jupyter notebook \(\.ipynb file\)\./);
    expect(await change(server.path('none.ipynb'))).toMatchObject({ isError: true, error: { code: 'NOT_FOUND' } });
    const old = plant(JSON.stringify({ nbformat: 3, worksheets: [] }));
    await server.call('Read', { file_path: old });
    expect((await change(old)).text).toMatch(/^Notebook file is not a valid Jupyter notebook: it is of nbformat 3/);
  });

  it('NotebookEdit wants a source, but for a deletion', async () => {
    const path = plant(TREE);
    await server.call('Read', { file_path: path });
    const { isError, error } = await server.call('NotebookEdit', { notebook_path: path, cell_id: 'm1' });
    expect([isError, error.code]).toEqual([true, 'INVALID_ARGUMENT']);
    expect(JSON.stringify(error)).toContain('new_source');
  });

  it('NotebookEdit wants a notebook that was read, and is as it was', async () => {
    const path = plant(TREE);
    const edit = () => server.call('NotebookEdit', { notebook_path: path, cell_id: 'm1', new_source: 'x' });
    expect(await edit()).toMatchObject({ ...{ isError: true, error: { code: 'NOT_READ' } }, text: UNREAD });
    await server.call('Read', { file_path: path });
    writeFileSync(path, TREE.replace('7', '8'));
    expect(await edit()).toMatchObject({ ...{ isError: true, error: { code: 'STALE_READ' } }, text: STALE });
    await server.call('Read', { file_path: path });
    expect((await edit()).isError).toBe(false);
    expect((await edit()).isError).toBe(false);
  });

  it('NotebookEdit reads nothing first where no read is required', async () => {
    await using free = await serve('claude', { 'n.ipynb': TREE }, { args: ['--require-read', 'never'] });
    const { text, outcome } = await free.call('NotebookEdit', {
      notebook_path: 'n.ipynb',
      cell_id: 'c1',
      new_source: '',
    });
    expect(text).toBe('Updated cell c1');
    expect(outcome).toMatchObject({ kind: 'cell', change: 'replace', index: 1, patch: [{ oldStart: 11 }] });
  });

  it('NotebookEdit writes nothing on a dry run', async () => {
    await using dry = await serve('claude', { 'n.ipynb': TREE }, { args: ['--dry-run'] });
    const path = dry.path('n.ipynb');
    await dry.call('Read', { file_path: path });
    const { text } = await dry.call('NotebookEdit', { notebook_path: path, cell_id: 'm1', new_source: 'x' });
    expect(text).toBe(`[Dry Run] The file ${path} would be updated.`);
    expect(readFileSync(path, 'utf8')).toBe(TREE);
  });
});
