import { readFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import type { JsonSchema } from './json-schema.ts';
import type { DialectName } from './registry.ts';
import { dialectNames } from './registry.ts';
import type { Toolset } from './toolset.ts';

type Args = Readonly<Record<string, unknown>>;

const FILE = 'one\ntwo\nthree\n';
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

const DIRECTORY_TOOLS: readonly string[] = [
  ...['list_directory', 'list_directory_with_sizes', 'directory_tree', 'search_files', 'create_directory'],
];

/** Arguments that each tool requires, by what they are called. */
function requiredBy(name: string, tree: TemporaryTree): Args {
  const file = tree.path('a.txt');
  const values: Args = {
    path: DIRECTORY_TOOLS.includes(name) ? tree.root : /image|media/.test(name) ? tree.path('a.png') : file,
    paths: [file],
    edits: [{ oldText: 'two', newText: '2' }],
    source: file,
    destination: tree.path('moved'),
    dir_path: tree.root,
    input: '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch',
    cmd: 'echo hello',
    session_id: 1,
    file_path: file,
    absolute_path: file,
    pattern: /glob|find_files/i.test(name) ? '**' : 'two',
    content: 'new\n',
    old_str: 'two',
    old_string: 'two',
    new_string: '2',
    start_line: 2,
    end_line: 2,
    replacement: '2\n',
    command: name === 'str_replace_based_edit_tool' ? 'view' : 'echo hello',
    task_id: 'none',
  };
  return values;
}

function nullsFor({ properties = {}, required = [] }: JsonSchema): Args {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return Object.fromEntries(optional.map((name) => [name, null]));
}

function pick(args: Args, names: readonly string[]): Args {
  return Object.fromEntries(names.map((name) => [name, args[name]]));
}

async function open(dialect: DialectName, tree: TemporaryTree): Promise<Toolset> {
  const shell = { mode: 'unrestricted', timeoutMs: 60_000, environment: process.env } as const;
  return await createToolset({ dialect, session: createSession({ workdir: tree.root, requireRead: 'never', shell }) });
}

/** Answer of a tool in a tree and session of its own, without what differs from process to process. */
async function answerTo(dialect: DialectName, name: string, args: (tree: TemporaryTree) => Args): Promise<string> {
  await using tree = await openTree({ 'a.txt': FILE, 'a.png': PIXEL });
  await using toolset = await open(dialect, tree);
  const { content, isError } = await toolset.call(name, args(tree));
  return JSON.stringify({ content, isError })
    .replaceAll(tree.root, '/root')
    .replace(/(PGID: )\d+/g, '$1N')
    .replace(/(Chunk ID: )\w+/g, '$1N')
    .replace(/(Wall time: )[\d.]+/g, '$1N')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/(ed: )\w+ \w+ \d+ \d+ [\d:]+ GMT[^\\]*/g, '$1TIME');
}

describe.each(dialectNames())('null for an argument, in %s,', (dialect) => {
  it('is its absence, where the tool does not require it', async () => {
    await using tree = await openTree();
    await using toolset = await open(dialect, tree);
    for (const { name, inputSchema } of toolset.tools) {
      const required = inputSchema.required ?? [];
      const without = await answerTo(dialect, name, (at) => pick(requiredBy(name, at), required));
      const withNulls = await answerTo(dialect, name, (at) => ({
        ...pick(requiredBy(name, at), required),
        ...nullsFor(inputSchema),
      }));
      expect([name, withNulls]).toEqual([name, without]);
      // Which of its arguments a shell needs depends on what it is to do.
      const isEnough = !/task|stdin|background/i.test(name) && !(name === 'bash' && required.length === 0);
      if (isEnough) expect([name, without]).not.toEqual([name, expect.stringContaining('isError')]);
    }
  });

  it('is an error that names it, where the tool requires it', async () => {
    await using tree = await openTree({ 'a.txt': FILE });
    await using toolset = await open(dialect, tree);
    for (const { name, inputSchema } of toolset.tools) {
      for (const required of inputSchema.required ?? []) {
        const args = { ...pick(requiredBy(name, tree), inputSchema.required ?? []), [required]: null };
        const { isError, content, _meta } = await toolset.call(name, args);
        expect([isError, _meta?.['dragoman/error']]).toMatchObject([true, { code: 'INVALID_ARGUMENT' }]);
        expect(JSON.stringify(content)).toContain(required);
      }
    }
  });
});

describe('null for an argument', () => {
  it('is its absence inside of objects too', async () => {
    await using tree = await openTree({ 'a.txt': FILE });
    await using toolset = await open('budgeted', tree);
    const args = { file_path: 'a.txt', start_line: 2, end_line: 2, replacement: '2' };
    const nulls = { version: null, expected_text: null, total_lines: null };
    for (const preconditions of [nulls, JSON.stringify(nulls)]) {
      expect((await toolset.call('write_code', { ...args, preconditions })).isError).toBe(undefined);
    }
    const failed = await toolset.call('write_code', { ...args, preconditions: { ...nulls, total_lines: 7 } });
    expect(failed._meta?.['dragoman/error']).toMatchObject({ code: 'CONFLICT' });
  });

  it('is its absence under names that only newer models use', async () => {
    await using tree = await openTree({ 'a.txt': FILE });
    await using toolset = await open('gemini', tree);
    const shown = await toolset.call('read_file', { file_path: tree.path('a.txt'), start_line: null, end_line: 1 });
    expect(shown.content).toEqual([{ type: 'text', text: expect.stringMatching(/^\[.*lines 1-1 of 3.*\]\none$/) }]);
    const found = await toolset.call('grep_search', { pattern: 'two', dir_path: null, include_pattern: null });
    expect(found.content).toEqual([{ type: 'text', text: expect.stringContaining('in path "."') }]);
  });
});

describe('an object or array for the content of a file', () => {
  it.each([
    ['editor', 'create_file', 'path'],
    ['claude-code', 'Write', 'file_path'],
    ['gemini', 'write_file', 'file_path'],
  ] as const)('is the text of its JSON: %s %s', async (dialect, name, path) => {
    await using tree = await openTree();
    await using toolset = await open(dialect, tree);
    for (const content of [{ a: [1, null] }, ['x'], {}]) {
      const { isError } = await toolset.call(name, { [path]: tree.path('a.json'), content });
      expect(isError).toBe(undefined);
      expect(readFileSync(tree.path('a.json'), 'utf8')).toBe(JSON.stringify(content));
    }
    for (const content of [7, true, null]) {
      const { _meta } = await toolset.call(name, { [path]: tree.path('a.json'), content });
      expect(_meta?.['dragoman/error']).toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });
});
