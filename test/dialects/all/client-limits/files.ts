import type { TreeNode } from '@dragoman/testing';
import { pdfOf } from '../../claude-code/pdf-files.ts';

export const LINES = 6000;
export const repeated = (line: (index: number) => string, count = LINES) =>
  Array.from({ length: count }, (_, index) => `${line(index + 1)}\n`).join('');

export const FILES: Readonly<Record<string, string>> = {
  'plain.txt': repeated((index) => `line ${index} of many`),
  'short.txt': repeated((index) => String(index % 10)),
  'quoted.json': repeated((index) => `{"a":"","b":["","${index % 7}",""]}`),
  'tabs.txt': repeated(() => '\t\\\t"\t'),
  'wide.txt': repeated((index) => `${'字'.repeat(300)} ${index}`, 500),
  'escapes.txt': repeated(() => '\u001b[31mred\u001b[0m \u0007'),
  'emoji.txt': repeated(() => '😀😀😀', 5000),
};
export const NAMES = Object.keys(FILES);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const notebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: Array.from({ length: 200 }, (_, index) => ({
    cell_type: 'code',
    source: `print("${index}")\n`.repeat(40),
    outputs: [
      { output_type: 'stream', name: 'stdout', text: '"字"\n'.repeat(90) },
      { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=' } },
    ],
  })),
});

async function largeTree(): Promise<Readonly<Record<string, TreeNode>>> {
  const paragraph = 'The "quick" brown fox jumps over the lazy dog. '.repeat(60);
  const many = Array.from({ length: 1500 }, (_, index) => `many/with "quotes" in a long name ${index}.txt`);
  const deep = many.map((path) => [path, ''] as const);
  return {
    ...FILES,
    ...Object.fromEntries(deep),
    'logo.png': PIXEL,
    'pages.pdf': await pdfOf(Array.from({ length: 30 }, (_, index) => `Page ${index + 1}. ${paragraph}`)),
    'cells.ipynb': notebook,
    'faulty.ipynb': FILES['plain.txt'] ?? '',
  };
}

export const LARGE_TREE = largeTree();
