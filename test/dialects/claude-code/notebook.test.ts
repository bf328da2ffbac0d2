import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const TREES = readFileSync(join(import.meta.dirname, 'notebooks/trees.ipynb'), 'utf8');
const TREES_V3 = readFileSync(join(import.meta.dirname, 'notebooks/trees-v3.ipynb'), 'utf8');

const read = (server: ServedDialect, args: Readonly<Record<string, unknown>> = {}) =>
  server.call('Read', { file_path: server.path('n.ipynb'), ...args });

type Json = Readonly<Record<string, unknown>>;

const notebook = (...cells: readonly Json[]) => JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
const code = (source: unknown, ...outputs: readonly Json[]) => ({ cell_type: 'code', source, outputs });
const shown = (forms: Json) => ({ output_type: 'display_data', data: forms });

const CODE = `import sys
import pandas as pd
print("measuring")
print("careful", file=sys.stderr)`;
const OUTPUTS = `Output (stdout):
measuring

Output (stderr):
careful`;
const TABLE = `pd.DataFrame({"tree": ["oak", "ash"], "height": [21.5, 18.0]})

Output (result):
  tree  height
0  oak    21.5
1  ash    18.0`;
const PLOT = `%matplotlib inline
import matplotlib.pyplot as plt
plt.figure(figsize=(1, 1), dpi=24)
plt.bar(["oak", "ash"], [21.5, 18.0])
plt.axis("off")
plt.show()

Output (result):
<Figure size 24x24 with 1 Axes>

Output (image/png):`;

import { pngOf, type ServedDialect, SMALL_PICTURES, serve } from '@dragoman/testing';

const ERROR = `1 / 0

Output (error):
---------------------------------------------------------------------------
ZeroDivisionError                         Traceback (most recent call last)
Cell In[4], line 1
----> 1 1 / 0

ZeroDivisionError: division by zero`;

describe('Read supports Jupyter notebooks (.ipynb)', () => {
  it('shows cells with index, type, id, source and outputs, images as blocks', async () => {
    await using server = await serve('claude-code', { 'n.ipynb': TREES });
    const { content, outcome, isError } = await read(server);
    expect(isError).toBe(false);
    const [before, image, after] = content;
    expect(content).toHaveLength(3);
    expect(before?.text).toBe(
      [
        '--- Cell 0: markdown, id cell-a ---\n# Trees\n\nHeights in *metres*.',
        `--- Cell 1: code, id cell-b, execution 1 ---\n${CODE}`,
        OUTPUTS,
        `--- Cell 2: code, id cell-c, execution 2 ---\n${TABLE}`,
        `--- Cell 3: code, id cell-d, execution 3 ---\n${PLOT}`,
      ].join('\n\n'),
    );
    expect(image).toEqual({ type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) });
    expect(after?.text).toBe(
      [
        '--- Cell 4: raw, id cell-e ---\nleft as it is',
        `--- Cell 5: code, id cell-f, execution 4 ---\n${ERROR}`,
        '--- Cell 6: code, id cell-g ---\nnever_run',
      ].join('\n\n'),
    );
    expect(outcome).toMatchObject({ kind: 'notebook', format: '4.5', language: 'python', totalCells: 7, cells: 7 });
  });

  it('reads nbformat 3', async () => {
    await using server = await serve('claude-code', { 'n.ipynb': TREES_V3 });
    const { content, outcome } = await read(server);
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    expect(content[0]?.text).toBe(
      [
        '--- Cell 0: heading ---\n## Forest',
        '--- Cell 1: markdown ---\n# Trees\n\nHeights in *metres*.',
        `--- Cell 2: code, execution 1 ---\n${CODE}`,
        OUTPUTS,
        `--- Cell 3: code, execution 2 ---\n${TABLE}`,
        `--- Cell 4: code, execution 3 ---\n${PLOT}`,
      ].join('\n\n'),
    );
    expect(outcome).toMatchObject({ format: '3.0', language: 'python', totalCells: 8 });
  });

  it('shows the cells asked for, and how to go on', async () => {
    await using server = await serve('claude-code', { 'n.ipynb': TREES });
    expect((await read(server, { offset: 2, limit: 1 })).text).toBe(
      `--- Cell 1: code, id cell-b, execution 1 ---\n${CODE}\n\n${OUTPUTS}\n\n[Showing cell 1 of 7. Use offset=3 to continue.]`,
    );
    expect((await read(server, { offset: 7 })).text).toBe('--- Cell 6: code, id cell-g ---\nnever_run');
    const { text, error } = await read(server, { offset: 8 });
    expect(text).toBe(`Offset 8 is past the end: ${server.path('n.ipynb')} has 7 cells`);
    expect(error).toMatchObject({ code: 'INVALID_RANGE', totalCells: 7 });
  });

  it('cuts large outputs and long lines with a note', async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `row ${index}\n`);
    const wide = 'é'.repeat(2500);
    await using server = await serve('claude-code', {
      'n.ipynb': notebook(code('run()', { output_type: 'stream', name: 'stdout', text }), code(wide)),
    });
    const { text: answer } = await read(server);
    const whole = text.join('').trimEnd();
    expect(answer).toContain(`${whole.slice(0, 10_000)}\n[This output goes on: it has ${whole.length} characters.]`);
    expect(answer).toContain(`\n${'é'.repeat(2000)}... [truncated, 2500 chars total]`);
  });

  it('ends a response over the limit with the last cell that fits, and says how to go on', async () => {
    const cells = Array.from({ length: 100 }, (_, index) => code(`value_${index}\n`.repeat(index === 50 ? 100 : 5)));
    await using server = await serve(
      'claude-code',
      { 'n.ipynb': notebook(...cells) },
      { args: ['--max-response-size', '1KB'] },
    );
    const seen: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const { text } = await read(server, { offset });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
      seen.push(...(text.match(/(?<=--- Cell )\d+/g) ?? []));
      const next: string | undefined = /Use offset=(\d+) to continue/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(seen).toEqual(cells.map((_, index) => String(index)));
  });

  it('shows of several forms of one output its picture and the best of its texts', async () => {
    const png = pngOf(1, 1).toString('base64');
    await using server = await serve('claude-code', {
      'n.ipynb': notebook(
        code('1', shown({ 'text/html': '<b>h</b>', 'text/plain': 'plain', 'image/png': `${png}\n` })),
        code('2', shown({ 'text/html': ['<b>', 'h</b>'] }), shown({ 'application/json': { a: [1] } })),
        code('3', shown({ 'image/png': 'not base64!' }), shown({ 'image/jpeg': 7 }), shown({}), { output_type: 'odd' }),
        code('4', { output_type: 'stream', text: '10%\r50%\r100%\r\n\u001b[32mdone\u001b[0m\n' }),
      ),
    });
    const { content } = await read(server);
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    expect(content[2]?.text).toBe(
      [
        '--- Cell 1: code ---\n2',
        'Output (result, text/html):\n<b>h</b>',
        'Output (result, application/json):\n{\n  "a": [\n    1\n  ]\n}',
        '--- Cell 2: code ---\n3',
        'Output (image/png):\n(image/png: not shown, no PNG, JPEG, GIF or WebP)',
        'Output (image/jpeg):\n(image/jpeg: not shown, no PNG, JPEG, GIF or WebP)',
        '--- Cell 3: code ---\n4',
        'Output (stdout):\n100%\ndone',
      ].join('\n\n'),
    );
  });

  it('leaves out images over 8 MB of base64 together', async () => {
    const image = shown({ 'image/png': pngOf(1, 1, { trailing: 3_000_000 }).toString('base64') });
    await using server = await serve(
      'claude-code',
      { 'n.ipynb': notebook(code('x', image, image, image)) },
      { args: ['--max-file-size', '20MB'] },
    );
    const { content } = await read(server);
    expect(content.filter(({ type }) => type === 'image')).toHaveLength(2);
    expect(content.at(-1)?.text).toBe(
      'Output (image/png):\n\n(left out: 2.9 MB; a result carries 8 MB of images at most)',
    );
  });

  it('judges pictures by their bytes, names other media, and counts what is over 20 pictures', async () => {
    const jpeg = SMALL_PICTURES.jpeg.toString('base64');
    const pictures = Array.from({ length: 23 }, () => shown({ 'image/png': jpeg }));
    const report = shown({ 'application/pdf': 'JVBERi0xLjQK', 'text/plain': 'a report\u0000' });
    await using server = await serve('claude-code', { 'n.ipynb': notebook(code('x', report, ...pictures)) });
    const { content } = await read(server);
    const images = content.filter(({ type }) => type === 'image');
    expect(images).toEqual(Array.from({ length: 20 }, () => ({ type: 'image', mimeType: 'image/jpeg', data: jpeg })));
    expect(content[0]?.text).toContain(
      'Output (result):\na report\\u{0}\n\nOutput (application/pdf):\n(application/pdf, 9 B: not shown)',
    );
    expect(content.at(-1)?.text).toContain('[3 more images left out: a result carries 20 at most.]');
  });

  it('shows attachments, and reads numbers that Python writes', async () => {
    const png = pngOf(2, 2).toString('base64');
    const cell = {
      cell_type: 'markdown',
      source: '![a](attachment:a.png)',
      attachments: { 'a.png': { 'image/png': png } },
    };
    const odd = code('x', shown({ 'application/json': { a: 1 } }));
    await using server = await serve('claude-code', {
      'n.ipynb': notebook(cell, odd).replace('"a":1', '"a":[NaN,Infinity,-Infinity]'),
    });
    const { content } = await read(server);
    expect(content[0]?.text).toBe('--- Cell 0: markdown ---\n![a](attachment:a.png)\n\nAttachment a.png:');
    expect(content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: png });
    expect(content[2]?.text).toContain('"NaN",\n    "Infinity",\n    "-Infinity"');
  });

  const damaged = [
    ['{"cells": [', 'it is not JSON'],
    ['[1, 2]', 'it is no JSON object'],
    ['{"nbformat": 4}', 'it has no cells'],
    ['['.repeat(100_000), 'it is not JSON'],
  ] as const;
  it('shows a damaged notebook as text, with a note', async () => {
    await using server = await serve(
      'claude-code',
      Object.fromEntries(damaged.map(([text], index) => [`${index}.ipynb`, text])),
    );
    for (const [index, [text, fault]] of damaged.entries()) {
      const answer = await server.call('Read', { file_path: server.path(`${index}.ipynb`) });
      expect(answer.isError).toBe(false);
      expect(answer.text.slice(0, 80)).toContain(
        `[Not a notebook: ${fault}. Shown as text.]\n     1\t${text.slice(0, 10)}`,
      );
    }
  });

  it('passes over what of a cell it does not understand', async () => {
    const cells = [null, 1, [], {}, { cell_type: 7, source: { a: 1 }, outputs: 'none' }, code(['a\n', 3, 'b'])];
    await using server = await serve('claude-code', { 'n.ipynb': JSON.stringify({ cells }) });
    expect((await read(server)).text).toBe(
      ['--- Cell 0: unknown ---\n(empty)', '--- Cell 1: unknown ---\n(empty)', '--- Cell 2: code ---\na\nb'].join(
        '\n\n',
      ),
    );
    await using bare = await serve('claude-code', { 'n.ipynb': '{"cells": []}', 'e.ipynb': '' });
    expect((await read(bare)).text).toBe('(no cells)');
    expect((await bare.call('Read', { file_path: bare.path('e.ipynb') })).text).toBe('(empty file)');
  });

  it('takes a look at a notebook for a read', async () => {
    await using server = await serve('claude-code', { 'n.ipynb': TREES });
    const file_path = server.path('n.ipynb');
    await read(server);
    const { isError } = await server.call('Edit', { file_path, old_string: 'never_run', new_string: 'run_me' });
    expect(isError).toBe(false);
  });
});
