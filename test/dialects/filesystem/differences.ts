import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAs, openTree, serve, type TreeNode, textOf } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Official, startOfficial } from './official.ts';

type Args = Readonly<Record<string, unknown>>;

interface Difference {
  readonly nodes: Readonly<Record<string, TreeNode>>;
  readonly call: readonly [tool: string, args: Args];
  /** Answer of each, or its files afterwards; `ROOT` stands for the root's path. */
  readonly ours: string;
  readonly theirs: string;
  /** Reads what is compared; by default the answer. */
  readonly look?: (root: string) => string;
}

const file = (name: string) => (root: string) => readFileSync(join(root, name), 'latin1');
const edit = (path: string, oldText: string, newText: string) =>
  ['edit_file', { path, edits: [{ oldText, newText }] }] as const;

// What the page names, by the names that it gives.
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  bytes: {
    nodes: { a: 'one\r\ntwo\r\n' },
    call: edit('a', 'one', '1'),
    look: file('a'),
    ours: '1\r\ntwo\r\n',
    theirs: '1\ntwo\n',
  },
  encoding: {
    nodes: { a: encodeAs('日本語', 'shift_jis') },
    call: ['read_text_file', { path: 'a' }],
    ours: '日本語',
    theirs: '���{��',
  },
  unique: {
    nodes: { a: 'same same' },
    call: edit('a', 'same', 'other'),
    look: file('a'),
    ours: 'same same',
    theirs: 'other same',
  },
  tail: { nodes: { a: 'one\ntwo\n' }, call: ['read_text_file', { path: 'a', tail: 1 }], ours: 'two', theirs: '' },
  parents: {
    nodes: {},
    call: ['write_file', { path: 'new/a', content: '' }],
    ours: 'Successfully wrote to new/a',
    theirs: "ENOENT: no such file or directory, open 'ROOT/new/a'",
  },
  link: {
    nodes: { a: '', link: { link: 'a' } },
    call: ['move_file', { source: 'link', destination: 'moved' }],
    look: (root) => String(lstatSync(join(root, 'moved')).isSymbolicLink()),
    ours: 'true',
    theirs: 'false',
  },
  leak: {
    nodes: { out: { link: '/etc/passwd' } },
    call: ['read_text_file', { path: 'out' }],
    ours: 'Access denied - path outside allowed directories: ROOT/out not in ROOT',
    theirs: 'Access denied - symlink target outside allowed directories: /etc/passwd not in ROOT',
  },
  paths: {
    nodes: { d: null, link: { link: 'd' } },
    call: ['read_text_file', { path: 'link/gone' }],
    ours: "ENOENT: no such file or directory, open 'ROOT/link/gone'",
    theirs: "ENOENT: no such file or directory, open 'ROOT/d/gone'",
  },
  names: {
    nodes: { 'd/new\nline': '' },
    call: ['list_directory', { path: 'd' }],
    ours: '[FILE] new\\nline',
    theirs: '[FILE] new\nline',
  },
  mime: {
    nodes: { 'a.png': 'text' },
    call: ['read_media_file', { path: 'a.png' }],
    ours: 'resource',
    theirs: 'image',
  },
  binary: {
    nodes: { a: Uint8Array.of(0, 1, 2, 255) },
    call: ['read_text_file', { path: 'a' }],
    ours: 'Cannot read a as text: binary file (4 B). Use read_media_file.',
    theirs: '\0\u0001\u0002\ufffd',
  },
  globs: {
    nodes: { a: '' },
    call: ['search_files', { path: '.', pattern: '[a' }],
    ours: 'Cannot read glob "[a": a class is not closed',
    theirs: 'No matches found',
  },
  missing: {
    nodes: { link: { link: 'gone' } },
    call: ['get_file_info', { path: 'link' }],
    ours: "ENOENT: no such file or directory, stat 'ROOT/link'",
    theirs: 'Parent directory does not exist: ROOT',
  },
  arguments: {
    nodes: {},
    call: ['read_text_file', { path: 1 }],
    ours: 'Argument "path" must be a string',
    theirs:
      'MCP error -32602: Input validation error: Invalid arguments for tool read_text_file: Invalid input: expected string, received number at path',
  },
};

const NAMED = [
  ...readFileSync(join(import.meta.dirname, '../../../docs/official-server.md'), 'utf8').matchAll(/^\| `(\w+)` \| /gm),
];
// Shown where servers start with options of their own.
const ELSEWHERE = ['bounded', 'roots', 'atomic'];

/** States what differs from the official server, which is started for each of the differences. */
export function differencesSuite(differences: typeof DIFFERENCES): void {
  describe('what differs from the official server', () => {
    it('is what its page names', () => {
      const names = NAMED.map(([, name = '']) => name);
      expect(names.toSorted()).toEqual([...Object.keys(DIFFERENCES), ...ELSEWHERE].toSorted());
    });

    it.each(Object.entries(differences))('%s', async (_, { nodes, call: [tool, args], ours, theirs, look }) => {
      await using tree = await openTree({ ...prefixed('ours', nodes), ...prefixed('theirs', nodes) });
      const roots = { ours: tree.path('ours'), theirs: tree.path('theirs') };
      await using official: Official = await startOfficial([roots.theirs]);
      await using server = await serve('filesystem', tree, { args: [roots.ours] });
      const answers = [await server.call(tool, args), await official.call(tool, args)] as const;
      const shown = ([root, answer]: readonly [string, (typeof answers)[number]]): string => {
        const text = answer.content.some(({ type }) => type !== 'text')
          ? String(answer.content[0]?.type)
          : textOf({ content: [...answer.content] });
        return (look?.(root) ?? text).replaceAll(root, 'ROOT');
      };
      expect([shown([roots.ours, answers[0]]), shown([roots.theirs, answers[1]])]).toEqual([ours, theirs]);
    });
  });
}

function prefixed(root: string, nodes: Difference['nodes']): Record<string, TreeNode> {
  const entries = Object.entries(nodes).map(([path, node]) => [`${root}/${path}`, node] as const);
  return { [root]: null, ...Object.fromEntries(entries) };
}
