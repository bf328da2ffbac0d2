import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { type Dialect, openTree, pathToolsOf, serve, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

interface Refusal {
  readonly dialect: Dialect;
  readonly tool: string;
  /** `ROOT` stands for the root's path. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly code: string;
  readonly text: string;
}

async function expectRefusal(tree: TemporaryTree, { dialect, tool, args, code, text }: Refusal): Promise<void> {
  const { root } = tree;
  await using server = await serve(dialect, tree, { args: ['--require-read', 'never', '--max-file-size', '100'] });
  const result = await server.call(tool, JSON.parse(JSON.stringify(args).replaceAll('ROOT', root)));
  const { error } = (result.structuredContent ?? {}) as { readonly error?: { readonly message: string } };
  const said = (error?.message ?? result.text).replaceAll(root, 'ROOT');
  expect({ code: result.error.code, said }).toEqual({ code, said: text });
}

const EMPTY = [
  {
    dialect: 'editor',
    tool: 'str_replace',
    args: { path: 'file', old_str: '', new_str: 'x' },
    text: 'Error: old_str is empty: give the text to replace, or write the file with create_file',
  },
  {
    dialect: 'claude-code',
    tool: 'Edit',
    args: { file_path: 'ROOT/file', old_string: '', new_string: 'x' },
    text: 'old_string is empty, but ROOT/file exists: give the text to replace, or overwrite the file with Write',
  },
  {
    dialect: 'claude-code',
    tool: 'Edit',
    args: { file_path: 'ROOT/file', old_string: 'old', new_string: 'old' },
    text: 'old_string and new_string are equal: there is nothing to change',
  },
  {
    dialect: 'gemini',
    tool: 'replace',
    args: { file_path: 'ROOT/file', old_string: '', new_string: 'x' },
    text: 'File already exists, cannot create: ROOT/file',
  },
] as const;

describe('an edit that could change nothing', () => {
  it.each(EMPTY)('is refused in the words of its dialect: $dialect $tool $args', async (refusal) => {
    await using tree = await openTree({ file: 'old' });
    await expectRefusal(tree, { ...refusal, code: 'INVALID_ARGUMENT' });
  });
});

const size = 'has 200 bytes, and the limit is 100 bytes';
const written = 'Nothing was written; --max-file-size raises the limit';

const LARGE = [
  ['editor', 'view', { path: 'large' }, `Error: File too large: large ${size}. grep searches files of any size`],
  [
    'editor',
    'str_replace',
    { path: 'large', old_str: 'a', new_str: 'b' },
    `Error: File too large: large ${size}. Nothing was written`,
  ],
  [
    'claude-code',
    'Read',
    { file_path: 'ROOT/large' },
    `File too large: ROOT/large ${size}. Grep searches files of any size; offset and limit read lines of files of any size`,
  ],
  [
    'claude-code',
    'Edit',
    { file_path: 'ROOT/large', old_string: 'a', new_string: 'b' },
    `File too large: ROOT/large ${size}. Nothing was written`,
  ],
  [
    'gemini',
    'read_file',
    { absolute_path: 'ROOT/large' },
    `Error reading file large: File too large: ROOT/large ${size}. search_file_content searches files of any size; offset and limit read lines of files of any size`,
  ],
  [
    'gemini',
    'replace',
    { file_path: 'ROOT/large', old_string: 'a', new_string: 'b' },
    `Error preparing edit: File too large: ROOT/large ${size}. Nothing was written`,
  ],
  [
    'budgeted',
    'write_code',
    { file_path: 'large', start_line: 1, end_line: 1, replacement: 'b' },
    `File too large: large ${size}. Nothing was written`,
  ],
] as const;

// Lines of a text of 50,000.
const PARTS = [
  ['claude-code', { offset: 40_000, limit: 2 }, ['40000', '40001']],
  ['claude-code', { limit: 1 }, ['1']],
  ['gemini', { offset: 40_000, limit: 2 }, ['40001', '40002']],
  ['gemini', { limit: 1 }, ['1']],
  ['codex', { offset: 40_000, limit: 2 }, ['40000', '40001']],
  ['filesystem', { tail: 2 }, ['49999', '50000']],
  ['text_editor', { view_range: [49_999, -1] }, ['49999', '50000']],
  ['text_editor', { view_range: [40_000, 40_001] }, ['40000', '40001']],
  ['agent', { view_range: [40_000, 40_001] }, ['40000', '40001']],
  ['budgeted', { start_line: 40_000, end_line: 40_001 }, ['40000', '40001']],
] as const;

const content = 'b'.repeat(200);
const LARGE_CONTENT = [
  ['editor', 'create_file', { path: 'new', content }, 'Error: Content too large for new: 200 bytes'],
  ['claude-code', 'Write', { file_path: 'ROOT/new', content }, 'Content too large for ROOT/new: 200 bytes'],
  [
    'gemini',
    'write_file',
    { file_path: 'ROOT/new', content },
    'Error writing to file ROOT/new: Content too large for ROOT/new: 200 bytes',
  ],
] as const;

describe('what is too large', () => {
  it.each(LARGE)('is refused with what to do instead: %s %s', async (dialect, tool, args, beginning) => {
    await using tree = await openTree({ large: 'a'.repeat(200) });
    const text = `${beginning}; --max-file-size raises the limit`;
    await expectRefusal(tree, { dialect, tool, args, code: 'FILE_TOO_LARGE', text });
    expect(readFileSync(tree.path('large'), 'utf8')).toBe('a'.repeat(200));
  });

  it.each(PARTS)('is read in parts all the same: %s %j', async (dialect, range, shown) => {
    const text = Array.from({ length: 50_000 }, (_, at) => `line ${at + 1}\n`).join('');
    await using server = await serve(dialect, { large: text }, { args: ['--max-file-size', '100'] });
    for (const { name, argumentsFor } of (await server.tools()).flatMap((tool) => pathToolsOf(tool, {}))) {
      const args: Readonly<Record<string, unknown>> = { ...argumentsFor(server.path('large')), ...range };
      if (!/read|view_tool|edit_tool/i.test(name) || name === 'read_media_file' || (args.command ?? 'view') !== 'view')
        continue;
      const { text: said, isError } = await server.call(name, args);
      expect([name, isError, ...(said.match(/(?<=line )\d+/g) ?? [])]).toEqual([name, false, ...shown]);
    }
  });

  it.each(LARGE_CONTENT)('to be written is refused with the option: %s %s', async (dialect, tool, args, beginning) => {
    await using tree = await openTree();
    const text = `${beginning}, and the limit is 100 bytes. ${written}`;
    await expectRefusal(tree, { dialect, tool, args, code: 'CONTENT_TOO_LARGE', text });
  });
});

const PIPE = 'Not a regular file: ROOT/pipe is a named pipe';
const TO_PIPE = [
  ['editor', 'view', { path: 'ROOT/pipe' }, `Error: ${PIPE}`],
  ['editor', 'str_replace', { path: 'ROOT/pipe', old_str: 'a', new_str: 'b' }, `Error: ${PIPE}`],
  ['editor', 'create_file', { path: 'ROOT/pipe', content: 'b' }, `Error: ${PIPE}`],
  ['claude-code', 'Read', { file_path: 'ROOT/pipe' }, PIPE],
  ['claude-code', 'Edit', { file_path: 'ROOT/pipe', old_string: 'a', new_string: 'b' }, PIPE],
  ['claude-code', 'Write', { file_path: 'ROOT/pipe', content: 'b' }, PIPE],
  ['gemini', 'read_file', { absolute_path: 'ROOT/pipe' }, `Error reading file pipe: ${PIPE}`],
  ['gemini', 'replace', { file_path: 'ROOT/pipe', old_string: 'a', new_string: 'b' }, `Error preparing edit: ${PIPE}`],
  ['gemini', 'write_file', { file_path: 'ROOT/pipe', content: 'b' }, `Error writing to file ROOT/pipe: ${PIPE}`],
  ['budgeted', 'read_code', { file_path: 'ROOT/pipe' }, PIPE],
  ['budgeted', 'write_code', { file_path: 'ROOT/pipe', start_line: 1, end_line: 1, replacement: 'b' }, PIPE],
] as const;

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  it.each(TO_PIPE)('is named as one, and stays: %s %s', async (dialect, tool, args, text) => {
    await using tree = await openTree();
    execFileSync('mkfifo', [tree.path('pipe')]);
    await expectRefusal(tree, { dialect, tool, args, code: 'UNSUPPORTED_FILE', text });
    expect(lstatSync(tree.path('pipe')).isFIFO()).toBe(true);
  });
});
