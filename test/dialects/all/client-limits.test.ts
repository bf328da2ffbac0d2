import { DIALECTS, type Dialect, serve, type TemporaryTree, type ToolAnswer, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { pdfOf } from '../claude-code/pdf-files.ts';

type Args = Readonly<Record<string, unknown>>;
type Nodes = Readonly<Record<string, TreeNode>>;

interface ClientCase {
  readonly name: string;
  /** What the client measures of a result, and the most that it shows whole. */
  readonly measures: (result: ToolAnswer) => readonly (readonly [measured: number, most: number])[];
}

const joined = ({ content }: ToolAnswer) => content.flatMap(({ text }) => text ?? []).join('\n\n');

const CLIENTS: readonly ClientCase[] = [
  {
    name: 'gemini-cli-mcp-client',
    measures: (result) => [
      [joined(result).length, 39_000],
      [`<untrusted_context>\n${joined(result)}\n</untrusted_context>`.length, 40_000],
    ],
  },
  {
    name: 'codex-mcp-client',
    measures: (result) => {
      const { structuredContent, content } = result;
      // With an image among them the blocks are passed on, and only texts are counted.
      const hasImage = content.some(({ type }) => type === 'image');
      const sent = hasImage ? joined(result) : JSON.stringify(structuredContent ?? content);
      return [
        [Buffer.byteLength(joined(result)), 10_000],
        [Buffer.byteLength(`Wall time: 0.0000 seconds\nOutput:\n${sent}`), 12_000],
      ];
    },
  },
  {
    name: 'opencode',
    measures: (result) => [
      [Buffer.byteLength(joined(result)), 50 * 1024],
      [joined(result).split('\n').length, 2000],
    ],
  },
];

const LINES = 6000;
const repeated = (line: (index: number) => string, count = LINES) =>
  Array.from({ length: count }, (_, index) => `${line(index + 1)}\n`).join('');

const FILES: Readonly<Record<string, string>> = {
  'plain.txt': repeated((index) => `line ${index} of many`),
  'short.txt': repeated((index) => String(index % 10)),
  'quoted.json': repeated((index) => `{"a":"","b":["","${index % 7}",""]}`),
  'tabs.txt': repeated(() => '\t\\\t"\t'),
  'wide.txt': repeated((index) => `${'字'.repeat(300)} ${index}`, 500),
  'escapes.txt': repeated(() => '\u001b[31mred\u001b[0m \u0007'),
  'emoji.txt': repeated(() => '😀😀😀', 5000),
};
const NAMES = Object.keys(FILES);

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

async function largeTree(): Promise<Nodes> {
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

const LARGE_TREE = largeTree();

interface Call {
  readonly tool: string;
  readonly args: Args;
  /** How the text ends that tells the model how to go on; null if the result is whole. */
  readonly ends: RegExp | null;
}

const call = (tool: string, args: Args, ends: RegExp | null = null): Call => ({ tool, args, ends });
const REST = /\n\[The rest is over the response size limit\. Ask for less at once\.\]$/;
const WHOLE_OR_REST = new RegExp(`\\n$|${REST.source}`);
const PRINT = 'cat plain.txt; cat quoted.json >&2; cat escapes.txt';
const NEW_LINES = FILES['quoted.json']?.slice(0, 80_000) ?? '';
// As long as an argument that a client can send, and of no meaning.
const LONG = 'x"\n'.repeat(30_000);

const CALLS: Readonly<Record<Dialect, (tree: TemporaryTree) => Call[]>> = {
  editor: () => [
    ...NAMES.map((path) =>
      call(
        'view',
        { path },
        /\nTruncated: (?:the response size limit .* from line \d+|file has \d+ lines\. Use view_range .*)\.$/,
      ),
    ),
    call(
      'view',
      { path: '.' },
      /\nTruncated: the response size limit was reached\. View a subdirectory to see more\.$/,
    ),
    call('create_file', { path: 'new.txt', content: NEW_LINES }),
    call('str_replace', { path: 'new.txt', old_str: 'x', new_str: '' }, null),
    call('str_replace', { path: 'quoted.json', old_str: FILES['quoted.json']?.slice(0, 60_000), new_str: 'x' }),
    call(
      'str_replace',
      { path: 'wide.txt', old_str: '字 1\n', new_str: NEW_LINES },
      /\nTruncated: .* Use view to see more\.$/,
    ),
    call(
      'glob',
      { pattern: 'many/**' },
      /\nTruncated: \d+ of 1500 paths shown\. Narrow the pattern to see the rest\.$/,
    ),
    call('grep', { pattern: '.', output_mode: 'content' }, /\n(?:Many|\d+) more\. Use offset=\d+ to see them\.$/),
    call(
      'grep',
      { pattern: '.', path: 'wide.txt', output_mode: 'content' },
      /\n\d+ more\. Use offset=\d+ to see them\.$/,
    ),
    call(
      'bash',
      { command: PRINT },
      /\[The rest is over the response size limit\. Write the output .*\]\nexit_code: 0$/,
    ),
    call('bash', { command: `${PRINT}; sleep 100`, timeout: 1500 }, /Write the output to a file to read on\.\]$/),
    call('bash', { command: LONG }),
    call('task_output', { task_id: LONG }, REST),
    call('view', { [LONG]: 1 }, REST),
    call('view', { path: LONG }),
  ],
  'claude-code': (tree) => [
    ...NAMES.map((name) =>
      call(
        'Read',
        { file_path: tree.path(name), limit: 10_000 },
        /\n\[Showing lines 1-\d+.*; more lines follow\. Use offset=\d+ to continue\.\]$/,
      ),
    ),
    call(
      'Read',
      { file_path: tree.path('pages.pdf') },
      /\[Showing pages? 1(?:-\d+)? of 30\. Use pages="\d+-\d+" to continue\.\]$/,
    ),
    call(
      'Read',
      { file_path: tree.path('cells.ipynb') },
      /\[Showing cells? 0(?:-\d+)? of 200\. Use offset=\d+ to continue\.\]$/,
    ),
    call('Read', { file_path: tree.path('faulty.ipynb') }, /Use offset=\d+ to continue\.\]$/),
    call('Write', { file_path: tree.path('new.txt'), content: NEW_LINES }),
    call('Edit', { file_path: tree.path('new.txt'), old_string: '7', new_string: 'seven', replace_all: true }),
    call(
      'Edit',
      { file_path: tree.path('wide.txt'), old_string: '字 1\n', new_string: repeated(() => '"字"'.repeat(200), 100) },
      /Read shows the file\)$/,
    ),
    call('Edit', { file_path: tree.path('wide.txt'), old_string: LONG, new_string: '' }),
    call(
      'Glob',
      { pattern: 'many/**' },
      /\nTruncated: \d+ of 1500 paths shown\. Narrow the pattern to see the rest\.$/,
    ),
    call(
      'Grep',
      { pattern: '.', output_mode: 'content', head_limit: 0 },
      /\n(?:Many|\d+) more\. Use offset=\d+ to see them\.$/,
    ),
    call('Grep', { pattern: '', path: tree.path('many'), head_limit: 0 }),
    call(
      'Bash',
      { command: PRINT },
      /\[The rest is over the response size limit\. Write the output .*\]\nexit_code: 0$/,
    ),
    call('Bash', { command: PRINT, run_in_background: true }),
    call('TaskOutput', { task_id: LONG }, REST),
    call('Read', { file_path: `/${LONG}` }),
  ],
  gemini: (tree) => [
    ...NAMES.map((name) => call('read_file', { absolute_path: tree.path(name), limit: LINES })),
    call(
      'list_directory',
      { path: tree.path('many') },
      /\n\[truncated: 1500 entries in all; leave some out with ignore\]$/,
    ),
    call('write_file', { file_path: tree.path('new.txt'), content: NEW_LINES }),
    call('replace', {
      file_path: tree.path('new.txt'),
      old_string: '7',
      new_string: 'seven',
      expected_replacements: 3,
    }),
    call('glob', { pattern: 'many/**' }, /\n\[\d+ more files not shown: narrow the pattern\]$/),
    call('search_file_content', { pattern: '.' }, /\n\[truncated: narrow the search to see the rest\]$/),
    call(
      'run_shell_command',
      { command: PRINT },
      /Write the output to a file to read on\.\]\n(?:.*\n)*Process Group PGID: \d+$/,
    ),
    call(
      'run_shell_command',
      { command: `${PRINT}; sleep 100` },
      /Write the output .*\]\n(?:.*\n)*Process Group PGID: \d+$/,
    ),
    call('run_shell_command', { command: 'true', directory: LONG }),
    call('read_file', { absolute_path: `/${LONG}` }),
  ],
  codex: (tree) => [
    ...NAMES.map((name) => call('read_file', { file_path: tree.path(name), limit: LINES }, REST)),
    call('exec_command', { cmd: PRINT }),
    call('exec_command', { cmd: LONG }),
    call('write_stdin', { session_id: 1 }),
    call('list_dir', { dir_path: tree.root, limit: LINES }, /\nMore than \d+ entries found$/),
    call('grep_files', { pattern: '.' }),
    call('view_image', { path: LONG }),
    call('apply_patch', { input: LONG }),
    call(
      'apply_patch',
      {
        input: `*** Begin Patch\n*** Update File: wide.txt\n${'-x"\n'.repeat(30_000)}*** End Patch`,
      },
      REST,
    ),
    call(
      'apply_patch',
      {
        input: [
          '*** Begin Patch',
          ...Array.from({ length: 1000 }, (_, at) => `*** Add File: new/${'long-'.repeat(12)}${at}`),
          '*** End Patch',
        ].join('\n'),
      },
      REST,
    ),
  ],
  filesystem: () => [
    ...['read_file', 'read_text_file'].flatMap((tool) => NAMES.map((path) => call(tool, { path }, WHOLE_OR_REST))),
    call('read_text_file', { path: 'plain.txt', tail: LINES }, REST),
    call('read_media_file', { path: 'logo.png' }),
    call('read_multiple_files', { paths: NAMES }, REST),
    call('write_file', { path: 'new.txt', content: NEW_LINES }),
    call('edit_file', { path: 'wide.txt', edits: [{ oldText: '字 1\n', newText: NEW_LINES }] }, REST),
    call('edit_file', { path: 'wide.txt', edits: [{ oldText: LONG, newText: '' }] }, REST),
    call('create_directory', { path: LONG }),
    call('list_directory', { path: 'many' }, REST),
    call('list_directory_with_sizes', { path: 'many' }, REST),
    call('directory_tree', { path: '.' }),
    call('move_file', { source: LONG, destination: 'x' }),
    call('search_files', { path: '.', pattern: '**' }, REST),
    call('get_file_info', { path: 'plain.txt' }),
    call('list_allowed_directories', {}),
  ],
  text_editor: (tree) => [
    ...NAMES.map((name) =>
      call(
        'str_replace_based_edit_tool',
        { command: 'view', path: tree.path(name) },
        /\n<response clipped><NOTE>.*<\/NOTE>$/,
      ),
    ),
    call('str_replace_based_edit_tool', { command: 'view', path: tree.root }),
    call('str_replace_based_edit_tool', { command: 'view', path: tree.path('many') }, REST),
    call('str_replace_based_edit_tool', { command: 'create', path: tree.path('new.txt'), file_text: NEW_LINES }),
    call('str_replace_based_edit_tool', {
      command: 'str_replace',
      path: tree.path('wide.txt'),
      old_str: '字 1\n',
      new_str: NEW_LINES,
    }),
    call('str_replace_based_edit_tool', {
      command: 'insert',
      path: tree.path('wide.txt'),
      insert_line: 0,
      insert_text: LONG,
    }),
    call('str_replace_based_edit_tool', { command: 'str_replace', path: tree.path('wide.txt'), old_str: LONG }),
    call('str_replace_based_edit_tool', { command: LONG, path: tree.path('wide.txt') }),
    call('bash', { command: PRINT }, /Write the output .*\]\nexit_code: 0$/),
  ],
  agent: (tree) => [
    ...NAMES.map((file_path) =>
      call('read', { file_path }, /\n$|\n\[The rest is over the response size limit\. Use view_range .*\]$/),
    ),
    call('read', { file_path: 'wide.txt', view_range: [1, LINES] }),
    call('write', { file_path: 'new.txt', content: NEW_LINES }),
    call('edit', { file_path: 'wide.txt', old_string: '字 1\n', new_string: NEW_LINES }),
    call('edit', { file_path: LONG, old_string: LONG, new_string: '' }),
    call('glob', { pattern: 'many/**' }, /\n\[\d+ of 1500 paths shown: narrow the pattern to see the rest\]$/),
    call('grep', { pattern: '.' }, /\n\[output truncated: narrow the search to see the rest\]\n$/),
    call('grep', { pattern: '.', path: tree.path('many') }),
    call('bash', { command: PRINT }),
    call('bash', { command: `${PRINT}; false` }),
    call('bash', { command: `${PRINT}; sleep 100`, timeout_ms: 1500 }),
  ],
  budgeted: () => [
    ...NAMES.map((file_path) => call('read_code', { file_path })),
    call('search_code', { pattern: '.' }),
    call('find_files', { pattern: '**' }),
    call('write_code', {
      file_path: 'quoted.json',
      start_line: 2,
      end_line: 3,
      replacement: repeated(() => '"\t\\"'.repeat(90), 150),
    }),
    call('write_code', {
      file_path: 'wide.txt',
      start_line: 1,
      end_line: 500,
      replacement: '',
      preconditions: { expected_text: LONG },
    }),
    call('read_code', { file_path: LONG }),
    call('write_code', { file_path: 'x', [LONG]: 1 }),
  ],
};

function assertWithin(client: ClientCase, result: ToolAnswer, what: string): void {
  for (const [measured, most] of client.measures(result)) {
    expect({ what, measured, fits: measured <= most }).toEqual({ what, measured, fits: true });
  }
}

function serveTo(clientName: string, dialect: Dialect, nodes: Nodes, args: readonly string[] = []) {
  const options = ['--shell', 'unrestricted', '--shell-timeout', '3000', '--require-read', 'never'];
  return serve(dialect, nodes, { clientName, args: [...options, ...args] });
}

const cases = CLIENTS.flatMap((client) => DIALECTS.map((dialect) => ({ ...client, dialect })));

/** What was read of a text file, a page at a time, each within the client's limit. */
const readers: Readonly<
  Record<string, (path: string, page: (name: string, args: Args) => Promise<ToolAnswer>) => Promise<string>>
> = {
  async editor(path, page) {
    const lines: string[] = [];
    for (let from: string | undefined = '1'; from !== undefined; ) {
      const text = joined(await page('view', { path, view_range: [Number(from), LINES] }));
      from = /\nTruncated: .* from line (\d+)\.$/.exec(text)?.[1];
      lines.push(
        ...text
          .split('\n')
          .filter((line) => !line.startsWith('Truncated: '))
          .map((line) => line.slice(line.indexOf('\t') + 1)),
      );
    }
    return `${lines.join('\n')}\n`;
  },
  async 'claude-code'(path, page) {
    const lines: string[] = [];
    for (let offset: string | undefined = '1'; offset !== undefined; ) {
      const text = joined(await page('Read', { file_path: path, offset }));
      offset = /\n\[Showing lines .* Use offset=(\d+) to continue\.\]$/.exec(text)?.[1];
      lines.push(
        ...text
          .split('\n')
          .filter((line) => !line.startsWith('[Showing'))
          .map((line) => line.slice(line.indexOf('\t') + 1)),
      );
    }
    return `${lines.join('\n')}\n`;
  },
  async gemini(path, page) {
    const parts: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const text = joined(await page('read_file', { absolute_path: path, offset }));
      const [header, last] = /^\[File content truncated: showing lines \d+-(\d+) of .*\n/.exec(text) ?? [];
      offset = last === undefined ? null : Number(last);
      parts.push(header === undefined ? text : `${text.slice(header.length)}\n`);
    }
    return parts.join('');
  },
  async codex(path, page) {
    const lines: string[] = [];
    for (let offset: number | null = 1; offset !== null; ) {
      const text = joined(await page('read_file', { file_path: path, offset }));
      const shown = text.split('\n').filter((line) => line.startsWith('L'));
      lines.push(...shown.map((line) => line.slice(line.indexOf(': ') + 2)));
      const goesOn = shown.length === 2000 || REST.test(text);
      offset = goesOn && lines.length < LINES ? lines.length + 1 : null;
    }
    return `${lines.join('\n')}\n`;
  },
  async budgeted(path, page) {
    const parts: string[] = [];
    for (let continuation: unknown = null; continuation !== undefined; ) {
      const { structuredContent } = await page('read_code', {
        file_path: path,
        continuation,
        metadata_level: 'minimal',
      });
      const { content, continuation: next } = Object(structuredContent);
      parts.push(content);
      continuation = next ?? undefined;
    }
    return parts.join('');
  },
};

const PAGED = ['quoted.json', 'wide.txt', 'short.txt'];

/** Dialect `codex` shows 500 bytes of a line, and of these no part of a character. */
const wholeIn = (dialect: Dialect, text = '') => (dialect === 'codex' ? text.replace(/^(字{166}).*$/gm, '$1') : text);

describe.each(cases)('$dialect for $name', ({ dialect, ...client }) => {
  it.skipIf(readers[dialect] === undefined)(
    'shows files in pages that come to the whole, each with no more than the client shows',
    async () => {
      await using server = await serveTo(
        client.name,
        dialect,
        Object.fromEntries(PAGED.map((name) => [name, FILES[name] ?? ''])),
      );
      for (const name of PAGED) {
        const read = await readers[dialect]?.(server.tree.path(name), async (tool, args) => {
          const result = await server.call(tool, args);
          expect(result.isError).toBe(false);
          assertWithin(client, result, `${tool} ${name}`);
          return result;
        });
        expect(read === wholeIn(dialect, FILES[name])).toBe(true);
      }
    },
  );

  it('answers every call with no more than the client shows, and says how to go on', async () => {
    await using server = await serveTo(client.name, dialect, await LARGE_TREE);
    const calls = CALLS[dialect](server.tree);
    const tools = await server.tools();
    expect([...new Set(calls.map(({ tool }) => tool))].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    for (const { tool, args, ends } of calls) {
      const result = await server.call(tool, args);
      const what = `${tool} ${JSON.stringify(args).slice(0, 100)}`;
      assertWithin(client, result, what);
      expect([what, joined(result).slice(-600)]).toEqual([what, expect.stringMatching(ends ?? /^/)]);
    }
  });
});

describe('the size of a result', () => {
  const sizeOf = async (client: string, dialect: Dialect, ...args: string[]) => {
    await using server = await serveTo(client, dialect, { 'wide.txt': FILES['wide.txt'] ?? '' }, args);
    const result = await server.call('view', { path: 'wide.txt' });
    return Buffer.byteLength(joined(result));
  };

  it('is what the user set, whatever the client', async () => {
    expect(await sizeOf('codex-mcp-client', 'editor', '--max-response-size', '200KB')).toBeGreaterThan(190_000);
    expect(await sizeOf('gemini-cli', 'editor', '--max-response-size', '5KB')).toBeLessThanOrEqual(5 * 1024);
  });

  it('is the dialect’s for other clients, and comes near to what a client shows', async () => {
    expect(await sizeOf('opencoder', 'editor')).toBeGreaterThan(400_000);
    expect(await sizeOf('opencode', 'editor')).toBeGreaterThan(50_000);
    expect(await sizeOf('codex-mcp-client', 'editor')).toBeGreaterThan(9000);
    expect(await sizeOf('gemini-cli-mcp-client', 'editor')).toBeGreaterThan(110_000);
  });
});
