import { normalize } from 'node:path';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FAR_PAIRS,
  HOSTILE_CASES,
  type HostileCase,
  type HostileTree,
  openHostileTree,
  SECRET,
  SECRETS,
  UNWRITABLE_PATHS,
} from './hostile-paths.ts';
import { type PathTool, pathToolsOf } from './path-arguments.ts';
import type { ServedDialect } from './serve.ts';

/** A server over a hostile tree: `DENY` is denied, its root allowed, and no file need be read before it is changed. */
export type ConfinedServer = Pick<ServedDialect, 'tools' | 'call'> & AsyncDisposable;

/** Plausible values for what else a tool demands. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  content: 'mine',
  old_str: SECRET.slice(0, 7),
  new_str: 'mine',
  old_string: SECRET.slice(0, 7),
  new_string: 'mine',
  new_source: 'mine',
  pattern: SECRET.slice(0, 7),
  replacement: 'mine',
  start_line: 1,
  end_line: 1,
  file_text: 'mine',
  insert_line: 0,
  insert_text: 'mine',
  edits: [{ oldText: SECRET.slice(0, 7), newText: 'mine' }],
};

/** Globs and directories that would lead a search to denied files. */
const PATTERNS = [
  '**/*',
  '**/.*',
  '../**',
  '../outside/*',
  'out-dir/*',
  'out-all/etc/*',
  'private/*',
  'to-private/*',
  '{.env,private/*,innocent}',
  '**/*.hidden',
  '.ssh/*',
];

const SEARCHES = [
  { pattern: '.' },
  { pattern: SECRET.slice(0, 7) },
  { pattern: '[\\s\\S]*', output_mode: 'content', multiline: true, '-C': 5, context: 5 },
];

const asFilter = (filter: string) => (glob: string) => ({ pattern: SECRET.slice(0, 7), [filter]: glob });

/** Tries to lead a server's tools to files that they may not read or change, by the paths of the cases. */
export function confinementSuite(
  title: string,
  open: (tree: HostileTree) => Promise<ConfinedServer>,
  cases: readonly HostileCase[] = HOSTILE_CASES,
): void {
  describe(title, () => {
    let tree: HostileTree;
    let server: ConfinedServer;
    let tools: readonly PathTool[];
    let before: string;

    beforeAll(async () => {
      tree = await openHostileTree();
      server = await open(tree);
      tools = (await server.tools()).flatMap(toolsIn);
      before = tree.guarded();
    });

    afterAll(async () => {
      expect(tree.guarded()).toBe(before);
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    });

    /** Answer of a tool about a path: its text, and the code of a refusal. */
    const ask = async (tool: PathTool, path: string, more: Record<string, unknown> = {}) => {
      const result = await server.call(tool.name, { ...tool.argumentsFor(path), ...more });
      const text = JSON.stringify(result);
      for (const secret of SECRETS)
        expect({ tool: tool.name, path, text }).not.toMatchObject({ text: expect.stringContaining(secret) });
      return { text, code: result.error.code ?? null };
    };

    it('has tools that take paths', () => {
      expect(tools.map(({ writes }) => writes)).toContain(false);
    });

    it(`shows nothing and changes nothing that is denied, by ${cases.length} paths`, {
      timeout: 300_000,
    }, async () => {
      for (const tool of tools) {
        for (const { path, answer } of cases) {
          const { code } = await ask(tool, tree.resolve(path));
          // Every path like "dir/" is refused as the name of a new file, whatever is there.
          if (tool.writes && path.endsWith('/')) continue;
          const refused = code === 'ACCESS_DENIED';
          const allowed = answer === 'file' || answer === 'directory';
          if (allowed || answer === 'ACCESS_DENIED') {
            expect({ tool: tool.name, path, refused }).toEqual({ tool: tool.name, path, refused: !allowed });
          }
        }
      }
    });

    it('writes to no place that is for reading only', async () => {
      for (const tool of tools.filter(({ writes }) => writes)) {
        for (const path of UNWRITABLE_PATHS) {
          const { code } = await ask(tool, tree.resolve(path));
          expect({ tool: tool.name, path, code }).toEqual({ tool: tool.name, path, code: 'ACCESS_DENIED' });
        }
      }
    });

    it('says the same of what it shows nobody, whether something is there or not', async () => {
      for (const tool of tools) {
        const refusal = async (path: string): Promise<string> => {
          const { text } = await ask(tool, tree.resolve(path));
          const full = tree.resolve(path);
          return [full, normalize(full), path].reduce((said, name) => said.replaceAll(name, '{path}'), text);
        };
        for (const [there, missing] of FAR_PAIRS) expect(await refusal(there)).toBe(await refusal(missing));
      }
    });

    it('lets no name break a line or reach a terminal', async () => {
      for (const tool of tools.filter(({ writes }) => !writes)) {
        for (const path of [tree.root, tree.resolve('nw\nline'), tree.resolve('[2J')]) {
          const answer = await server.call(tool.name, { ...tool.argumentsFor(path) });
          const text = answer.text.replaceAll(path, '');
          const shown = ['new\nline', '\u001b'].filter((raw) => text.includes(raw));
          expect({ tool: tool.name, path, shown }).toEqual({ tool: tool.name, path, shown: [] });
        }
      }
    });

    it('finds nothing that is denied, by any pattern', { timeout: 60_000 }, async (ctx) => {
      const searching = (await server.tools()).filter(({ inputSchema }) => 'pattern' in (inputSchema.properties ?? {}));
      if (searching.length === 0) ctx.skip('The dialect has no tool that searches');
      for (const { name, inputSchema } of searching) {
        const { properties = {} } = inputSchema;
        const filter = ['include', 'glob'].find((candidate) => candidate in properties);
        const calls =
          filter === undefined
            ? PATTERNS.flatMap((pattern) => [{ pattern }, { pattern: tree.resolve(pattern) }])
            : [...PATTERNS.map(asFilter(filter)), ...SEARCHES];
        for (const args of calls) {
          const text = JSON.stringify(await server.call(name, args));
          for (const secret of SECRETS)
            expect({ name, args, text }).not.toMatchObject({ text: expect.stringContaining(secret) });
        }
      }
    });
  });
}

function toolsIn(tool: Tool): PathTool[] {
  // The glob is no regular expression of JavaScript, which would be refused whatever the path.
  const values = tool.name === 'search_file_content' ? { ...ARGUMENTS, pattern: '.*' } : ARGUMENTS;
  return pathToolsOf(tool, values);
}
