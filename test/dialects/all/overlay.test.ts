import { lstatSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import {
  DIALECTS,
  type Dialect,
  dragoman,
  IN_PROCESS,
  openTree,
  type ServedDialect,
  serve,
  type TemporaryTree,
  type ToolAnswer,
  testSample,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { PROJECT, SAMPLE_CALLS } from '../../../docs/sample-calls.mjs';

const PLANTED = { ...PROJECT, '.gitignore': 'ignored\n', 'ignored/main.js': 'sum(1);\n', 'lone/file.js': 'sum(2);\n' };

/** The files, each older than the one before, so that no two trees have them in another order by time. */
async function plantedTree(): Promise<TemporaryTree> {
  const tree = await openTree(PLANTED);
  for (const [at, name] of Object.keys(PLANTED).entries()) utimesSync(tree.path(name), 1_000_000 - at, 1_000_000 - at);
  return tree;
}

/** The content of each file of a tree, and its mode. */
function filesOf({ root }: TemporaryTree): Record<string, readonly [content: string, mode: number]> {
  const paths = readdirSync(root, { recursive: true }).map(String).sort();
  const files = paths.filter((path) => lstatSync(join(root, path)).isFile());
  return Object.fromEntries(
    files.map((path) => [path, [readFileSync(join(root, path), 'latin1'), lstatSync(join(root, path)).mode]]),
  );
}

/** Answer without the place of the tree, the times of its files, and what is signed for them. */
function settled({ text, error, outcome }: ToolAnswer, { root }: TemporaryTree): string {
  return JSON.stringify({ text, error, outcome })
    .replaceAll(root, 'ROOT')
    .replace(
      /\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d [^"\\]*|\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=Ms":|Wall time: )[\d.]+/g,
      'TIME',
    )
    .replace(/(?<=continuation\\*":\\*")[\w-]+/g, 'SIGNED');
}

/** Makes the sample calls of a dialect twice: what the first changed, the second finds changed. */
async function callAll(dialect: Dialect, server: ServedDialect): Promise<string[]> {
  const samples: Readonly<Record<string, readonly unknown[]>> = SAMPLE_CALLS[dialect](server.tree.root);
  const answers: string[] = [];
  for (const round of [1, 2])
    for (const { name } of await server.tools())
      for (const args of [...(samples[name] ?? []), ...(MORE[name]?.(server.tree.root) ?? [])])
        answers.push(`${round} ${name} ${settled(await server.call(name, Object(args)), server.tree)}`);
  return answers;
}

/** Calls that the sample calls leave out. */
const MORE: Readonly<Record<string, (root: string) => readonly object[]>> = {
  str_replace_based_edit_tool: (root) => [
    { command: 'create', path: `${root}/notes/today.md`, file_text: 'Nothing yet.\n' },
    { command: 'str_replace', path: `${root}/src/main.js`, old_str: 'let count', new_str: 'const count' },
    { command: 'insert', path: `${root}/src/main.js`, insert_line: 1, insert_text: '// First.\n' },
    { command: 'view', path: root },
  ],
};

describe.each(IN_PROCESS ? testSample(DIALECTS, 4) : DIALECTS)('the tools of %s in an overlay', (dialect) => {
  it('say what they say without one, and leave the tree as it is until a commit', async () => {
    await using state = await openTree();
    await using plain = await plantedTree();
    await using laid = await plantedTree();
    const env = { XDG_STATE_HOME: state.root };
    await using direct = await serve(dialect, plain, { args: [plain.root] });
    const expected = await callAll(dialect, direct);
    const planted = filesOf(laid);
    {
      await using server = await serve(dialect, laid, { args: ['--overlay', laid.root], env });
      expect(await callAll(dialect, server)).toEqual(expected);
    }
    expect(filesOf(laid)).toEqual(planted);
    expect(filesOf(plain)).not.toEqual(planted);
    const { code, stderr } = await dragoman(['overlay', 'commit'], { cwd: laid.root, env });
    expect([code, stderr]).toEqual([0, '']);
    expect(filesOf(laid)).toEqual(filesOf(plain));
  });
});
