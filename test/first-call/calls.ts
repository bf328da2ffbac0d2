/** A thing that a model wants done, for which each dialect has a tool of its own. */
export type Deed = 'read' | 'edit' | 'write' | 'search' | 'find' | 'run';

/** A call: what it is to do, and the arguments as a model sends them. Paths are below the tree's root, at `/r`. */
export type FirstCall = readonly [deed: Deed, args: Readonly<Record<string, unknown>>];

/** Calls of one client's models: in the words of the tools that the client itself has, with the odd forms models fall into. */
export interface ClientCalls {
  /** Name by which the client introduces itself. */
  readonly name: string;
  /** Release whose tools have these words. */
  readonly version: string;
  readonly calls: readonly FirstCall[];
}

const file = '/r/src/a.ts';
const old = 'const b = 2;';

/** Forms that models of all vendors fall into, in the words of a vendor. */
function reads(path: string, range: readonly (readonly [string, string])[]): FirstCall[] {
  return [
    ['read', { [path]: file }],
    ['read', { [path]: file, explanation: 'to see what it exports' }],
    ['read', { [path]: file, description: 'Read the file' }],
    ...range.flatMap(([first, second]): FirstCall[] => [
      ['read', { [path]: file, [first]: 1, [second]: 3 }],
      ['read', { [path]: file, [first]: '1', [second]: '3' }],
      ['read', { [path]: file, [first]: 2 }],
      ['read', { [path]: file, [second]: 2 }],
      ['read', { [path]: file, [first]: null, [second]: null }],
      ['read', { [path]: file, [first]: 1, [second]: 2000 }],
    ]),
  ];
}

/** Names of what an edit takes, in this order: path, old text, new text, all. */
function edits([path, before, after, all]: readonly [string, string, string, string]): FirstCall[] {
  const edit = { [path]: file, [before]: old, [after]: 'const b = 3;' };
  return [
    ['edit', edit],
    ['edit', { ...edit, [all]: false }],
    ['edit', { ...edit, [all]: true }],
    ['edit', { ...edit, [all]: 'true' }],
    ['edit', { ...edit, [all]: 'False' }],
    ['edit', { ...edit, [all]: null }],
    ['edit', { ...edit, instruction: 'Change the number' }],
    ['edit', { ...edit, dry_run: false }],
    ['edit', { [path]: file, [before]: `${old}\n`, [after]: '' }],
    ['edit', { [path]: file, [before]: 'a = 1;\nconst b', [after]: 'a = 1;\n\nconst b' }],
  ];
}

function writes([path, content]: readonly [string, string]): FirstCall[] {
  return [
    ['write', { [path]: '/r/new.txt', [content]: 'one\n' }],
    ['write', { [path]: '/r/new/deep/er.txt', [content]: 'one\n' }],
    ['write', { [path]: '/r/new.json', [content]: { name: 'x', list: [1] } }],
    ['write', { [path]: '/r/empty.txt', [content]: '' }],
    ['write', { [path]: '/r/new.txt', [content]: 'one\n', overwrite: false }],
    ['write', { [path]: '/r/new.txt', [content]: 'one\n', explanation: 'A note' }],
  ];
}

function searches(
  [path, glob]: readonly [string, string],
  flags: readonly Readonly<Record<string, unknown>>[],
): FirstCall[] {
  return [
    ['search', { pattern: 'const' }],
    ['search', { pattern: 'const', [path]: '/r/src' }],
    ['search', { pattern: 'const', [path]: file }],
    ['search', { pattern: 'const', [glob]: '*.ts' }],
    ['search', { pattern: 'const', [glob]: '*.{ts,tsx}', [path]: '/r' }],
    ['search', { pattern: 'const\\s+\\w+', [path]: null, [glob]: null }],
    ['search', { pattern: 'const', description: 'Find constants' }],
    ...flags.map((each): FirstCall => ['search', { pattern: 'const', ...each }]),
  ];
}

function finds(path: string): FirstCall[] {
  return [
    ['find', { pattern: '**/*.ts' }],
    ['find', { pattern: '*.ts', [path]: '/r/src' }],
    ['find', { pattern: 'src/**', [path]: null }],
    ['find', { pattern: '**/*.ts', explanation: 'all sources' }],
  ];
}

function runs(command: string, more: readonly Readonly<Record<string, unknown>>[]): FirstCall[] {
  return [{}, { description: 'Say hello' }, ...more].map((each) => ['run', { [command]: 'echo hello', ...each }]);
}

export const CLIENTS: readonly ClientCalls[] = [
  {
    ...{ name: 'claude-code', version: '2.1.332' },
    calls: [
      ...reads('file_path', [['offset', 'limit']]),
      ...reads('path', [['start_line', 'end_line']]),
      ...edits(['file_path', 'old_string', 'new_string', 'replace_all']),
      ...edits(['path', 'old_str', 'new_str', 'replaceAll']).slice(0, 3),
      ...writes(['file_path', 'content']),
      ...searches(
        ['path', 'glob'],
        [
          ...[{ output_mode: 'content', '-n': true, '-A': 2, '-B': '1' }, { output_mode: 'count' }, { '-C': 1 }],
          ...[
            { '-i': true, head_limit: 0 },
            { type: 'ts', multiline: 'false' },
            { output_mode: 'content', '-o': true },
          ],
        ],
      ),
      ...finds('path'),
      ...runs('command', [{ timeout: 60_000 }, { timeout: '5000' }, { dangerouslyDisableSandbox: false }]),
    ],
  },
  {
    ...{ name: 'codex-mcp-client', version: '0.171' },
    calls: [
      ...reads('file_path', [['offset', 'limit']]),
      ...reads('path', [
        ['start_line', 'end_line'],
        ['startLine', 'endLine'],
      ]),
      ...reads('absolute_path', []),
      ...searches(['path', 'include'], [{ limit: 10 }, { limit: '5' }, { glob: '*.ts' }]),
      ...runs('cmd', [
        ...[{ workdir: '/r' }, { yield_time_ms: 1000, max_output_tokens: 2000 }, { login: false }, { shell: 'bash' }],
        ...[{ justification: 'to test', sandbox_permissions: 'use_default' }, { prefix_rule: ['echo'] }],
      ]),
      ...runs('command', []),
    ],
  },
  {
    ...{ name: 'gemini-cli-mcp-client', version: '0.61.0' },
    calls: [
      ...reads('file_path', [['start_line', 'end_line']]),
      ...reads('absolute_path', [['offset', 'limit']]),
      ...edits(['file_path', 'old_string', 'new_string', 'allow_multiple']),
      ...writes(['file_path', 'content']),
      ...searches(
        ['dir_path', 'include_pattern'],
        [
          ...[
            { case_sensitive: true, fixed_strings: true },
            { context: 2, names_only: false },
            { total_max_matches: 5 },
          ],
          ...[{ no_ignore: true }, { wait_for_previous: false }],
        ],
      ),
      ...finds('dir_path'),
      ...runs('command', [{ dir_path: '/r' }, { is_background: false }]),
    ],
  },
  {
    ...{ name: 'qwen-cli-mcp-client-dragoman', version: '0.24' },
    calls: [
      ...reads('absolute_path', [['offset', 'limit']]),
      ...reads('file_path', [['offset', 'limit']]),
      ...edits(['file_path', 'old_string', 'new_string', 'replace_all']),
      ...writes(['file_path', 'content']),
      ...searches(['path', 'glob'], [{ limit: 20 }]),
      ...finds('path'),
      ...runs('command', [{ directory: '/r' }, { is_background: false }]),
    ],
  },
  {
    ...{ name: 'opencode', version: '1.18' },
    calls: [
      ...reads('filePath', [['offset', 'limit']]),
      ...edits(['filePath', 'oldString', 'newString', 'replaceAll']),
      ...writes(['filePath', 'content']),
      ...searches(['path', 'include'], [{ literal: false }]),
      ...finds('path'),
      ...runs('command', [{ timeout: 5000 }, { workdir: '/r' }]),
      ...reads('path', []),
    ],
  },
  {
    ...{ name: 'pi', version: '1.6' },
    calls: [
      ...reads('path', [['offset', 'limit']]),
      ...edits(['path', 'oldText', 'newText', 'replaceAll']),
      ...writes(['path', 'content']),
      ...searches(['path', 'glob'], [{ ignoreCase: true }, { literal: true }, { context: 2 }, { limit: 10 }]),
      ...finds('path'),
      ...runs('command', [{ timeout: 60 }]),
    ],
  },
  {
    ...{ name: 'copilot-cli', version: '1.0.102' },
    calls: [
      ...['path', 'file_path'].flatMap((path): FirstCall[] => [
        ['read', { [path]: file, view_range: [1, 3] }],
        ['read', { [path]: file, view_range: [2, -1] }],
        ['read', { [path]: file, view_range: '[1, 2]' }],
      ]),
      ...reads('path', []),
      ...edits(['path', 'old_str', 'new_str', 'replace_all']),
      ...writes(['path', 'file_text']),
      ...searches(
        ['path', 'glob'],
        [{ output_mode: 'content', '-n': true }, { head_limit: 5 }, { '-i': true }, { '-A': 1 }],
      ),
      ...finds('path'),
      ...runs('command', [{ timeout: 30 }, { async: false }, { sessionId: 'a' }]),
    ],
  },
];
