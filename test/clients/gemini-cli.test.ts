import { readFileSync } from 'node:fs';
import { installPackage } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { describeClient } from './lib/describe-client.ts';
import { geminiCli } from './lib/gemini-cli.ts';
import type { Call } from './lib/protocol.ts';
import { openStage } from './lib/stage.ts';

await describeClient(geminiCli);

const modules = await installPackage(geminiCli.package).catch(() => '');

const call = (tool: string, args: Call['args']): Call => ({ tool, args });
const edit = (file_path: string, old_string: string, new_string: string, rest = {}): Call =>
  call('replace', { file_path, instruction: 'Change it.', old_string, new_string, ...rest });

const SEARCH = {
  ...{ pattern: 'Needle', dir_path: 'src', include_pattern: '*.ts', exclude_pattern: 'not this', names_only: false },
  ...{ case_sensitive: true, fixed_strings: true, context: 2, after: 1, before: 0, no_ignore: true },
  ...{ max_matches_per_file: 1, total_max_matches: 5 },
};

/** Calls with all that the tools take, each with a part of the answer. */
const CALLS: readonly (readonly [Call, string])[] = [
  [call('read_file', { file_path: 'src/a.ts' }), 'one\nNeedle not this\nNeedle\nlast\n'],
  [
    call('read_file', { file_path: 'src/a.ts', start_line: 2, end_line: 2 }),
    'Status: Showing lines 2-2 of 4 total lines.',
  ],
  [
    call('grep_search', SEARCH),
    'Found 1 match for pattern "Needle" in path "src" (filter: "*.ts"):\n---\nFile: a.ts\nL3: Needle\nL4- last\n---',
  ],
  [call('grep_search', { pattern: 'needle', names_only: true }), 'src/a.ts'],
  [
    edit('src/x.txt', 'x', 'y', { allow_multiple: true }),
    'src/x.txt (3 replacements). Here is the updated code:\ny y\ny\n',
  ],
  [edit('src/x.txt', 'y', 'z'), 'Expected 1 occurrence but found 3 for old_string in file: src/x.txt'],
  [call('glob', { pattern: 'many/*.txt' }), 'Found 300 file(s) matching "many/*.txt"'],
  [call('list_directory', { dir_path: 'src', ignore: ['x*'] }), 'a.ts (32 bytes)'],
  [call('read_file', { file_path: 'long.txt' }), `${'w'.repeat(2000)}... [truncated]`],
  [
    call('write_file', { file_path: 'new/made.txt', content: 'made\n' }),
    'new/made.txt. Here is the updated code:\nmade\n',
  ],
  [
    call('read_file', { file_path: '/etc/hostname' }),
    'Path not in workspace: Attempted path "/etc/hostname" resolves outside',
  ],
];

describe.skipIf(modules === '')('Gemini CLI without its own twins', () => {
  it('shows its model what its own tools would say', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`many/${index}.txt`, '']));
    const workspace = {
      ...many,
      'src/a.ts': 'one\nNeedle not this\nNeedle\nlast\n',
      'src/x.txt': 'x x\nx\n',
      'long.txt': `${'w'.repeat(2100)}\n`,
    };
    await using stage = await openStage(geminiCli, modules, { workspace, withoutTwins: true });
    const { shown, tools } = await stage.play((answers) => CALLS[answers.length]?.[0]);
    expect(tools.filter(({ name }) => geminiCli.twins.includes(name))).toEqual([]);
    expect(shown.map(({ text }, index) => [index, text])).toEqual(
      CALLS.map(([, part], index) => [index, expect.stringContaining(part)]),
    );
    expect(readFileSync(stage.path('workspace/new/made.txt'), 'utf8')).toBe('made\n');
  });
});
