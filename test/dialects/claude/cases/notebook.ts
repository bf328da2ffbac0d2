import type { Args, Case, Session } from './case.ts';

const cell = (id: string | undefined, source: unknown, type = 'code') => ({
  cell_type: type,
  ...(id && { id }),
  metadata: {},
  source,
  ...(type === 'code' && { execution_count: 3, outputs: [{ output_type: 'stream', name: 'stdout', text: 'x\n' }] }),
});
const notebook = (cells: readonly unknown[], minor = 5, indent = 1) =>
  `${JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: minor }, null, indent)}\n`;

const rows: readonly (readonly [name: string, content: string | undefined, args: Args])[] = [
  ['replaces code', notebook([cell('a', 'x'), cell('b', 'y')]), { cell_id: 'b', new_source: 'z' }],
  ['replaces lines', notebook([cell('a', ['x\n', 'y'])]), { cell_id: 'a', new_source: 'p\nq\n' }],
  ['replaces Markdown', notebook([cell('m', '# A', 'markdown')]), { cell_id: 'm', new_source: '# B' }],
  ['replaces by index', notebook([cell(undefined, 'x')], 4), { cell_id: 'cell-0', new_source: 'z' }],
  ['makes Markdown of code', notebook([cell('a', 'x')]), { cell_id: 'a', new_source: '# T', cell_type: 'markdown' }],
  [
    'makes code of Markdown',
    notebook([cell('m', '# A', 'markdown')]),
    { cell_id: 'm', new_source: 'x', cell_type: 'code' },
  ],
  ['deletes', notebook([cell('a', 'x'), cell('b', 'y')]), { cell_id: 'a', new_source: '', edit_mode: 'delete' }],
  ['deletes without a source', notebook([cell('a', 'x'), cell('b', 'y')]), { cell_id: 'b', edit_mode: 'delete' }],
  [
    'inserts below 4.5',
    notebook([cell(undefined, 'x')], 4),
    { new_source: 'z', cell_type: 'code', edit_mode: 'insert' },
  ],
  [
    'inserts after an index',
    notebook([cell(undefined, 'x'), cell(undefined, 'y')], 4),
    { cell_id: 'cell-0', new_source: 'z', cell_type: 'markdown', edit_mode: 'insert' },
  ],
  ['inserts into an empty notebook', notebook([], 4), { new_source: 'z\ny', cell_type: 'code', edit_mode: 'insert' }],
  ['an unknown id', notebook([cell('a', 'x')]), { cell_id: 'none', new_source: 'z' }],
  ['an index past the end', notebook([cell('a', 'x')]), { cell_id: 'cell-9', new_source: 'z' }],
  ['no id to replace', notebook([cell('a', 'x')]), { new_source: 'z' }],
  ['no id to delete', notebook([cell('a', 'x')]), { new_source: '', edit_mode: 'delete' }],
  ['no type to insert', notebook([cell('a', 'x')]), { cell_id: 'a', new_source: 'z', edit_mode: 'insert' }],
  ['no source', notebook([cell('a', 'x')]), { cell_id: 'a' }],
  ['a wrong mode', notebook([cell('a', 'x')]), { cell_id: 'a', new_source: 'z', edit_mode: 'append' }],
  ['two-space indentation', notebook([cell('a', 'x')], 5, 2), { cell_id: 'a', new_source: 'z' }],
  ['broken JSON', '{"cells":', { cell_id: 'a', new_source: 'z' }],
  ['a missing notebook', undefined, { cell_id: 'a', new_source: 'z' }],
];

const fileOf = (name: string) => `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.ipynb`;

/** Each call has a notebook of its own, which is read first. */
export const notebooks: Session = {
  name: 'notebook',
  files: {
    'other.txt': 'x',
    'unread.ipynb': notebook([cell('a', 'x')]),
    ...Object.fromEntries(rows.flatMap(([name, content]) => (content === undefined ? [] : [[fileOf(name), content]]))),
  },
  cases: [
    ...rows.flatMap(([name, content, args]): Case[] => {
      const path = `{cwd}/${fileOf(name)}`;
      const change = { name: `notebook: ${name}`, tool: 'NotebookEdit', args: { notebook_path: path, ...args } };
      const read = { name: `notebook: ${name}, read`, tool: 'Read', args: { file_path: path } };
      return content === undefined ? [change] : [read, change];
    }),
    ...[
      ['no notebook', { notebook_path: '{cwd}/other.txt', cell_id: 'a', new_source: 'z' }] as const,
      ['never read', { notebook_path: '{cwd}/unread.ipynb', cell_id: 'a', new_source: 'z' }] as const,
    ].map(([name, args]) => ({ name: `notebook: ${name}`, tool: 'NotebookEdit', args })),
  ],
};
