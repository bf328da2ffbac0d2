import { type Dialect, openTree, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const FILES = {
  'app/[locale]/(auth)/page.tsx': 'needle',
  'app/l/(auth)/page.tsx': 'needle',
  'app/{a,b}/x.tsx': 'needle',
  'app/a/x.tsx': 'needle',
  '[id].tsx': 'needle',
  'i.tsx': 'needle',
  'a*b/x.tsx': 'needle',
  'aab/x.tsx': 'needle',
  'src/l.ts': 'needle',
};

/** Patterns, and the files that they mean. */
const PATTERNS: readonly (readonly [string, readonly string[]])[] = [
  ['app/[locale]/(auth)/**', ['app/[locale]/(auth)/page.tsx']],
  ['app/{a,b}/*.tsx', ['app/{a,b}/x.tsx']],
  ['[id].tsx', ['[id].tsx']],
  ['a*b/*.tsx', ['a*b/x.tsx']],
  ['{root}/app/[locale]/**/*.tsx', ['app/[locale]/(auth)/page.tsx']],
  ['app/[l]/(auth)/*.tsx', ['app/l/(auth)/page.tsx']],
  ['src/[l].ts', ['src/l.ts']],
];

interface GlobTool {
  readonly dialect: Dialect;
  readonly tool: string;
  readonly args: (glob: string, root: string) => Record<string, unknown>;
  /** False if absolute globs are refused. */
  readonly absolute?: boolean;
}

const TOOLS: readonly GlobTool[] = [
  { dialect: 'claude-code', tool: 'Glob', args: (pattern) => ({ pattern }) },
  { dialect: 'claude-code', tool: 'Grep', args: (glob) => ({ pattern: 'needle', glob }) },
  { dialect: 'editor', tool: 'glob', args: (pattern) => ({ pattern }) },
  { dialect: 'editor', tool: 'grep', args: (include) => ({ pattern: 'needle', include }) },
  { dialect: 'gemini', tool: 'glob', args: (pattern) => ({ pattern }) },
  { dialect: 'gemini', tool: 'search_file_content', args: (include) => ({ pattern: 'needle', include }) },
  // What only JavaScript means is matched without ripgrep.
  { dialect: 'gemini', tool: 'search_file_content', args: (include) => ({ pattern: '(?=n)needle', include }) },
  { dialect: 'claude', tool: 'Glob', args: (pattern) => ({ pattern }) },
  { dialect: 'claude', tool: 'Grep', args: (glob) => ({ pattern: 'needle', glob }) },
  { dialect: 'gemini-cli', tool: 'glob', args: (pattern) => ({ pattern }) },
  { dialect: 'gemini-cli', tool: 'grep_search', args: (include_pattern) => ({ pattern: 'needle', include_pattern }) },
  { dialect: 'codex', tool: 'grep_files', args: (include) => ({ pattern: 'needle', include }) },
  { dialect: 'agent', tool: 'glob', args: (pattern) => ({ pattern }), absolute: false },
  { dialect: 'budgeted', tool: 'find_files', args: (pattern) => ({ pattern }) },
  { dialect: 'budgeted', tool: 'search_code', args: (glob) => ({ pattern: 'needle', glob }) },
  { dialect: 'filesystem', tool: 'search_files', args: (pattern, path) => ({ path, pattern }) },
];

describe('a glob whose names are there by that very name', { timeout: 60_000 }, () => {
  it.each(TOOLS)('means these in $tool of $dialect', async ({ dialect, tool, args, absolute = true }) => {
    await using tree = await openTree(FILES);
    await using server = await serve(dialect, tree);
    for (const [pattern, expected] of PATTERNS.filter(([each]) => absolute || !each.startsWith('{root}'))) {
      const { text } = await server.call(tool, args(pattern.replace('{root}', tree.root), tree.root));
      const found = Object.keys(FILES).filter((path) => {
        const name = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return new RegExp(`(?:^|["/\\s])${name}(?:["\\s]|$)`, 'm').test(text.replaceAll(`${tree.root}/`, ' '));
      });
      expect([pattern, found]).toEqual([pattern, expected]);
    }
  });

  it('is one of several in a list, or a name with blanks', async () => {
    const NAMES = ['a.js', 'b.ts', 'c.md', 'my, file.md'];
    await using tree = await openTree(Object.fromEntries(NAMES.map((name) => [name, 'needle'])));
    const FIELDS = { claude: 'Grep', 'claude-code': 'Grep', budgeted: 'search_code' } as const;
    for (const [dialect, tool] of Object.entries(FIELDS) as [keyof typeof FIELDS, string][]) {
      await using server = await serve(dialect, tree);
      const found = async (glob: string) => {
        const { text } = await server.call(tool, { pattern: 'needle', glob });
        return NAMES.filter((name) => text.includes(name));
      };
      expect(await found('*.js,*.ts')).toEqual(['a.js', 'b.ts']);
      expect(await found('*.js *.ts')).toEqual(['a.js', 'b.ts']);
      expect(await found('*.{js,ts}, c.md')).toEqual(['a.js', 'b.ts', 'c.md']);
      expect(await found('my, file.md')).toEqual(['my, file.md']);
      expect(await found('!*.js !*.ts')).toEqual(['c.md', 'my, file.md']);
    }
  });
});
