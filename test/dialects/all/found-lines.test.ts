import { type Dialect, openTree, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

interface Grep {
  readonly dialect: Dialect;
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  /** The beginning of the pattern. */
  readonly lead?: string;
}

const GREPS: readonly Grep[] = [
  { dialect: 'claude-code', tool: 'Grep', args: { output_mode: 'content' } },
  { dialect: 'editor', tool: 'grep', args: { output_mode: 'content' } },
  { dialect: 'gemini', tool: 'search_file_content' },
  // What only JavaScript means is matched without ripgrep.
  { dialect: 'gemini', tool: 'search_file_content', lead: '(?=[ n])(?<![z])' },
  { dialect: 'agent', tool: 'grep' },
  { dialect: 'budgeted', tool: 'search_code' },
];

const BYTES = 1_100_000;

describe('a search for lines', { timeout: 60_000 }, () => {
  it.each(GREPS)(
    'cuts a long line around its match in $dialect, and shows later files',
    async ({ dialect, tool, args, lead = '' }) => {
      const line = `${'x'.repeat(BYTES)} needle ${'y'.repeat(BYTES)}`;
      await using tree = await openTree({
        'a.min.js': line,
        'b.txt': `${'版'.repeat(2_000)}`.replace(/.{6}$/, 'needle'),
        'c.js': 'needle\n',
      });
      await using server = await serve(dialect, tree);
      const { text } = await server.call(tool, { pattern: `${lead}needle`, ...args });
      expect(text.length).toBeLessThan(10_000);
      expect(text).toContain(' needle y');
      expect(text).toContain('版版needle');
      expect(text.match(/版/g)).toHaveLength(1_994);
      expect(text).toContain('c.js');
      expect(text).toMatch(
        dialect === 'budgeted' ? /"cut_before":\d+,"cut_after":\d+/ : /\[\d+ bytes\] \.\.\. x+ needle/,
      );
    },
  );

  it.each(GREPS)('matches before CRLF in $dialect, and shows no CR', async ({ dialect, tool, args }) => {
    await using tree = await openTree({ 'a.c': 'int a;\r\nint b;\r\n' });
    await using server = await serve(dialect, tree);
    const { text } = await server.call(tool, { pattern: '^int [ab];$', ...args });
    expect(text.match(/int [ab];/g)).toHaveLength(dialect === 'gemini' ? 2 : 2);
    expect(text.replaceAll('\\r', '\r')).not.toContain('\r');
  });

  it('matches newlines of either kind across lines', async () => {
    await using tree = await openTree({ 'a.c': 'if (a)\r\n\r\n  b();\r\n', 'b.c': 'if (a)\n\n  b();\n' });
    await using server = await serve('claude-code', tree);
    const counts = async (pattern: string, more: Record<string, unknown> = {}) => {
      const args = { pattern, multiline: true, output_mode: 'count', ...more };
      return (await server.call('Grep', args)).text.replaceAll(`${tree.root}/`, '').split('\n').sort();
    };
    const both = ['a.c:1', 'b.c:1'];
    expect(await counts('\\)\\n\\n  b')).toEqual(both);
    expect(await counts('\\)[\\n]+  b')).toEqual(both);
    expect(await counts('a\\)$\\n')).toEqual(both);
    expect(await counts(')\n\n  b(', { literal: true })).toEqual(both);
    expect(await counts('\\)\\r\\n')).toEqual(['a.c:1']);
    // What only PCRE2 means; classes; other spellings of a newline.
    expect(await counts('(?<=\\)\\n\\n)  b')).toEqual(both);
    expect(await counts('\\)(?=\\n\\n)')).toEqual(both);
    expect(await counts('(?!x)\\)$\\n[\\n]  b')).toEqual(both);
    expect(await counts('\\)[;\\n][[:blank:]\\n]  b')).toEqual(both);
    expect(await counts('\\)[^;\\n]')).toEqual(['No matches found']);
    expect(await counts('\\)\\x0a\\x{A}')).toEqual(both);
    expect(await counts('(?x) \\) \n \\n\\n')).toEqual(both);
  });

  it('says what ignore rules leave out where nothing else is found', async () => {
    await using tree = await openTree({
      '.git/HEAD': '',
      '.gitignore': 'out/*\n',
      'out/a.js': 'needle',
      'out/b.js': 'needle',
    });
    for (const [dialect, tool, args] of [
      ['claude-code', 'Glob', { pattern: 'out/*.js' }],
      ['claude-code', 'Grep', { pattern: 'needle', path: tree.path('out') }],
      ['editor', 'glob', { pattern: 'out/*.js' }],
      ['gemini', 'search_file_content', { pattern: 'needle' }],
      ['codex', 'grep_files', { pattern: 'needle' }],
      ['agent', 'grep', { pattern: 'needle' }],
      ['claude', 'Grep', { pattern: 'needle' }],
      ['gemini-cli', 'grep_search', { pattern: 'needle', include_pattern: 'out/*' }],
      ['budgeted', 'search_code', { pattern: 'needle', metadata_level: 'minimal' }],
      ['budgeted', 'find_files', { pattern: 'out/*' }],
    ] as const) {
      await using server = await serve(dialect, tree);
      const { text } = await server.call(tool, args);
      expect([dialect, text]).toEqual([dialect, expect.stringContaining('2 are left out by ignore rules')]);
    }
  });

  it('says in grep_files what is cut, by the limit or by the size of a response', async () => {
    await using tree = await openTree(
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}.txt`, 'needle'])),
    );
    await using server = await serve('codex', tree);
    const last = async (limit: number) =>
      (await server.call('grep_files', { pattern: 'needle', limit })).text.split('\n').at(-1);
    expect(await last(10)).toBe(
      '[10 of 30 files listed: give a higher limit, or narrow the search by include or path to see the rest]',
    );
    expect(await last(30)).toContain('.txt');
  });
});
