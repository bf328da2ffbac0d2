import { rmSync } from 'node:fs';
import { connect, openTree, plantTree } from '@dragoman/testing';
import type { ClientCalls, Deed } from './calls.ts';

/** Tools for each deed, in the dialects that `auto` picks. */
const DIALECTS: readonly Readonly<Partial<Record<Deed, string>>>[] = [
  { read: 'Read', edit: 'Edit', write: 'Write', search: 'Grep', find: 'Glob', run: 'Bash' },
  { read: 'read_file', search: 'grep_files', run: 'exec_command' },
  {
    ...{ read: 'read_file', edit: 'replace', write: 'write_file', search: 'grep_search' },
    ...{ find: 'glob', run: 'run_shell_command' },
  },
];

const TREE = { 'src/a.ts': 'const a = 1;\nconst b = 2;\nconst c = 3;\n' };

/** Calls of a client's models that fail, as the model is told. */
export async function failuresOf(dialect: string, { name: clientName, calls }: ClientCalls): Promise<string[]> {
  await using tree = await openTree({});
  const args = ['--dialect', dialect, '--shell', 'unrestricted', '--require-read', 'never'];
  await using server = await connect({ cwd: tree.root, clientName, args });
  const { tools } = await server.client.listTools();
  const listed = new Set(tools.map(({ name }) => name));
  const named = DIALECTS.find((names) => Object.values(names).every((name) => listed.has(name)));
  const failures: string[] = [];
  for (const [deed, given] of calls) {
    for (const name of ['src', 'new', 'new.txt']) rmSync(tree.path(name), { recursive: true, force: true });
    plantTree(tree.root, TREE);
    const tool = named?.[deed] ?? deed;
    const { isError, content } = await server.call(
      tool,
      JSON.parse(JSON.stringify(given).replaceAll('"/r', `"${tree.root}`)),
    );
    if (isError) failures.push(`${tool} ${JSON.stringify(given)}: ${JSON.stringify(content)}`);
  }
  return failures;
}
