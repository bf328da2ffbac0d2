import { pngOf } from '@dragoman/testing';
import type { Answer } from './recorder/recording.ts';

/** An answer that is not Claude Code's, for a reason that `docs/dialects.md` names. */
interface Difference {
  readonly named: string;
  /** The parts of the answer that differ. */
  readonly ours: Partial<Answer>;
}

/** The other parts of answers whose text is not all that differs. */
const OTHER_OUTCOMES: Readonly<Record<string, Partial<Answer>>> = {
  'notebook: replaces lines': {
    changed: { 'replaces-lines.ipynb': notebook('a', ['p\n', 'q\n'], 1) },
  },
  'notebook: two-space indentation': {
    changed: { 'two-space-indentation.ipynb': notebook('a', 'z', 2) },
  },
  'notebook: deletes without a source': {
    isError: false,
    changed: { 'deletes-without-a-source.ipynb': notebook('a', 'x', 1, true) },
  },
  'edit: CRLF in the old text': { isError: false, changed: { 'CRLF-in-the-old-text.txt': 'x\r\ny\r\n' } },
  'edit: CRLF in the old text only': { isError: false, changed: { 'CRLF-in-the-old-text-only.txt': 'x\n' } },
  'edit: an unknown argument': { isError: false, changed: { 'an-unknown-argument.txt': 'b\n' } },
  'read: null for offset and limit': { isError: false },
  'read: an unknown argument': { isError: false },
  'read: text by the name of a picture': { isError: false },
  'grep: an unknown argument': { isError: false },
  'grep: a negative limit': { isError: false },
  'grep: look-ahead': { isError: false },
  'grep: a literal brace': { isError: false },
};

export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  ...differing('Sentences', {
    'read: over 256 KB':
      'File content (357.4KB) exceeds maximum allowed size (256KB). Use offset and limit to read a part of it, allow_large to read it whole, or Grep to find what it holds.',
    'read: a binary file': binary('.bin'),
    'read: a program': binary('.exe'),
    'read: an archive': binary('.zip'),
    'read: an empty path': 'The path is empty',
    'read: another letter case':
      'File does not exist. Note: your current working directory is {cwd}. Did you mean another-letter-case.txt?',
    'read: no notebook': 'Notebook file is not a valid Jupyter notebook: it is no JSON object.',
    'read: cells that are none': 'Notebook file is not a valid Jupyter notebook: it has no cells.',
    'edit: a directory': "EISDIR: illegal operation on a directory, read '{cwd}'",
    'edit: tabs for spaces': nearest('    one', 'tabs for spaces', '\tone'),
    'edit: line numbers in the old text': nearest('1\tone', 'line numbers copied from a listing', 'one'),
    'edit: a near miss': nearest('const  one = 1;', 'space between words', 'const one = 1;'),
    'read: an empty image': 'The image file is empty: an-empty-image.png',
    'read: broken JSON': 'Notebook file is not valid JSON.',
    'notebook: broken JSON, read': 'Notebook file is not valid JSON.',
    'read: a notebook with large outputs':
      '<cell id="a">p</cell id="a">\n\nOutputs are too large to include. They have 12000 characters; Grep finds what they hold.',
    'write: a directory': '{cwd} is a directory, not a file. Name a file in it.',
    'notebook: no notebook':
      'File must be a Jupyter notebook (.ipynb file). For editing other file types, use the Edit tool.',
    'notebook: a wrong mode':
      'InputValidationError: NotebookEdit failed due to the following issue:\nArgument "edit_mode" must be one of "replace", "insert", "delete"',
    'grep: an unknown type': rejected('There is no file type "klingon"'),
    'grep: a newline without multiline': rejected('it contains a newline, which only a multiline search can match'),
    'grep: a broken pattern': rejected('unclosed group'),
    'glob: an open brace': rejected('a brace is not closed'),
    'glob: an open class': rejected('a class is not closed'),
    'grep: a wrong mode':
      'InputValidationError: Grep failed due to the following issue:\nArgument "output_mode" must be one of "content", "files_with_matches", "count"',
  }),
  ...differing('Bounds', { 'read: offset 0': '1\ta\n2\tb\n3\tc\n4\t' }),
  ...differing('Notebooks', {
    'notebook: a missing notebook': 'File does not exist. Note: your current working directory is {cwd}.',
  }),
  // Without an echo of the source; the file keeps its indentation, and the source its form.
  ...differing('Notebooks', {
    'notebook: replaces code': 'Updated cell b',
    'notebook: replaces lines': 'Updated cell a',
    'notebook: replaces Markdown': 'Updated cell m',
    'notebook: replaces by index': 'Updated cell cell-0',
    'notebook: makes Markdown of code': 'Updated cell a',
    'notebook: makes code of Markdown': 'Updated cell m',
    'notebook: inserts below 4.5': 'Inserted a new cell',
    'notebook: inserts after an index': 'Inserted a new cell',
    'notebook: inserts into an empty notebook': 'Inserted a new cell',
    'notebook: two-space indentation': 'Updated cell a',
  }),
  ...differing('Encodings', {
    'edit: CRLF in the old text': 'The file CRLF-in-the-old-text.txt has been updated successfully.',
    'edit: CRLF in the old text only': 'The file CRLF-in-the-old-text-only.txt has been updated successfully.',
  }),
  ...differing('Arguments', {
    'read: null for offset and limit': '1\ta\n2\tb\n3\t',
    'read: an unknown argument': '1\ta\n2\t',
    'read: null for the path':
      'InputValidationError: Read failed due to the following issue:\nThe required parameter `file_path` is missing',
    'edit: an unknown argument': 'The file an-unknown-argument.txt has been updated successfully.',
    'grep: an unknown argument': 'Found 1 file\nsrc/one.ts',
    'notebook: deletes without a source': 'Deleted cell b',
    'grep: a negative limit': 'src/one.ts:4:  return x(1);\nsrc/one.ts:8:  return x(2);',
  }),
  'read: a picture by the name of a text': {
    named: 'Kinds of files',
    ours: { content: [{ type: 'image', mimeType: 'image/png', data: pngOf(2, 2).toString('base64') }] },
  },
  ...differing('Kinds of files', {
    'read: text by the name of a picture': '1\tx\n2\t',
    'grep: a file with a binary part': 'No matches found',
  }),
  ...differing('Search', {
    'grep: look-ahead': 'src/one.ts:4:  return x(1);\nsrc/one.ts:8:  return x(2);',
    'grep: a literal brace': 'No matches found',
    'glob: a pattern with an upper directory': 'src/with space.ts\nsrc/[brackets].ts\nsrc/one.ts',
    'glob: a dot before': 'src/two.js',
    'glob: brackets as they are': 'src/[brackets].ts',
  }),
  // The newest first.
  ...differing('Search', {
    'glob: several files':
      'ignored/five.ts\n.hidden/four.ts\nsrc/with space.ts\nsrc/[brackets].ts\nsrc/deep/three.ts\nsrc/one.ts',
    'glob: braces': 'src/two.js\nREADME.md',
    'glob: two stars only': 'src/with space.ts\nsrc/[brackets].ts\nsrc/deep/three.ts\nsrc/two.js\nsrc/one.ts',
    'glob: a star': 'data/crlf.txt\ndata/empty.txt\ndata/binary.dat\ndata/long.txt',
    'glob: a directory and a star': 'src/with space.ts\nsrc/[brackets].ts\nsrc/two.js\nsrc/one.ts',
    // Also without `.git`.
    'glob: an empty pattern':
      'data/crlf.txt\ndata/empty.txt\ndata/binary.dat\ndata/long.txt\ndebug.log\nignored/five.ts\n.hidden/four.ts\nsrc/with space.ts\nsrc/[brackets].ts\nsrc/deep/three.ts\nsrc/two.js\nsrc/one.ts\nREADME.md\n.gitignore',
  }),
};

/** Differences of one name, by the text that answers here. */
function differing(named: string, texts: Readonly<Record<string, string>>): Record<string, Difference> {
  const entries = Object.entries(texts).map(([name, text]) => {
    const rest = OTHER_OUTCOMES[name] ?? {};
    return [name, { named, ours: { content: [{ type: 'text', text }], ...rest } }] as const;
  });
  return Object.fromEntries(entries);
}

function binary(kind: string): string {
  return `This tool cannot read binary files. The file appears to be a binary ${kind} file. Use other tools for it.`;
}

function nearest(old: string, difference: string, line: string): string {
  return `String to replace not found in file.\nString: ${old}\n\nNearest: line 1 (difference: ${difference})\n     1\t${line}`;
}

function rejected(reason: string): string {
  return `Search failed — ripgrep rejected the pattern, glob, or file type without searching:\n${reason}`;
}

/** A notebook of one code cell, which ran or did not. */
function notebook(id: string, source: unknown, indent: number, ran = false): string {
  const outputs = ran ? [{ output_type: 'stream', name: 'stdout', text: 'x\n' }] : [];
  const cell = { cell_type: 'code', id, metadata: {}, source, execution_count: ran ? 3 : null, outputs };
  return `${JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, indent)}\n`;
}
