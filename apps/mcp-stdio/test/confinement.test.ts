import { DENY, HOSTILE_CASES, openHostileTree, SECRET } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { connect } from './connect.ts';

const PATH_PARAMETERS = ['path', 'file_path', 'absolute_path'];

/** Plausible values for what else a tool demands. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  content: 'mine',
  old_str: SECRET.slice(0, 7),
  new_str: 'mine',
  old_string: SECRET.slice(0, 7),
  new_string: 'mine',
  pattern: '*',
  replacement: 'mine',
  start_line: 1,
  end_line: 1,
};

describe.each(['editor'])(`the server over a hostile tree, ${HOSTILE_CASES.length} paths (%s)`, (dialect) => {
  it('shows and changes nothing that is denied, by any tool that takes a path', { timeout: 120_000 }, async () => {
    await using tree = await openHostileTree();
    const before = tree.guarded();
    const args = ['--dialect', dialect, ...DENY.map((glob) => `--deny=${glob}`), tree.root];
    await using server = await connect({ args, cwd: tree.root });
    const { tools } = await server.client.listTools();
    for (const { name, inputSchema } of tools) {
      const { properties = {}, required = [] } = inputSchema;
      const parameter = PATH_PARAMETERS.find((candidate) => candidate in properties);
      if (parameter === undefined) continue;
      const rest = Object.fromEntries(required.map((key) => [key, ARGUMENTS[key]]));
      for (const { path, answer } of HOSTILE_CASES) {
        const result = await server.call(name, { ...rest, [parameter]: tree.resolve(path) });
        const seen = { name, path, shown: JSON.stringify(result).includes(SECRET), refused: result.isError === true };
        expect(seen).toMatchObject({ shown: false, ...(answer === 'ACCESS_DENIED' && { refused: true }) });
      }
    }
    expect(tree.guarded()).toBe(before);
  });
});
