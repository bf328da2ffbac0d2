import { chmodSync, readFileSync } from 'node:fs';
import { DIALECTS, openTree, pathToolsOf, serve, stranger, type TemporaryTree, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

/** Plausible values for what a tool demands besides a path. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  content: 'mine',
  old_str: 'old',
  new_str: 'mine',
  old_string: 'old',
  new_string: 'mine',
  new_source: 'mine',
  pattern: 'o',
  replacement: 'mine',
  start_line: 1,
  end_line: 1,
  file_text: 'mine',
  insert_line: 0,
  insert_text: 'mine',
  edits: [{ oldText: 'old', newText: 'mine' }],
};

const CONTENTS = {
  unreadable: 'old\n',
  'only-writable': 'old\n',
  'closed/file': 'old\n',
  'only-listable/file': 'old\n',
  'unreadable.ipynb': '{}',
  'only-writable.ipynb': '{}',
  'closed/file.ipynb': '{}',
  'only-listable/file.ipynb': '{}',
};

const MODES = {
  ...{ unreadable: 0o000, 'only-writable': 0o222, closed: 0o000, 'only-listable': 0o444 },
  ...{ 'unreadable.ipynb': 0o000, 'only-writable.ipynb': 0o222 },
};

const CLOSED = [
  { name: 'unreadable', kind: 'file' },
  { name: 'only-writable', kind: 'file' },
  { name: 'closed', kind: 'directory' },
  { name: 'closed/file', kind: 'file' },
  { name: 'closed/new/file', kind: 'missing' },
  { name: 'only-listable', kind: 'directory' },
  { name: 'only-listable/file', kind: 'file' },
];

interface ClosedTree extends TemporaryTree {
  /** Gives the rights back, so that the tests may look. */
  reopen(): void;
  contents(): Record<string, string>;
}

async function openClosedTree(): Promise<ClosedTree> {
  const tree = await openTree(CONTENTS);
  const reopen = (): void => {
    for (const name of Object.keys(MODES)) chmodSync(tree.path(name), 0o755);
  };
  chmodSync(tree.root, 0o777);
  for (const [name, mode] of Object.entries(MODES)) chmodSync(tree.path(name), mode);
  return {
    ...tree,
    reopen,
    contents: () =>
      Object.fromEntries(Object.keys(CONTENTS).map((name) => [name, readFileSync(tree.path(name), 'utf8')])),
  };
}

const MODES_OF_CHANGE = [
  ['--require-read', 'never'],
  ['--require-read', 'always', '--dry-run'],
  ['--require-read', 'always'],
  ['--require-read', 'never', '--dry-run'],
];
// One of the first two, which differ in both options, in turn; all where tests explore.
const SERVERS = DIALECTS.flatMap((dialect, index) =>
  MODES_OF_CHANGE.filter((_, mode) => testRounds(1) > 1 || mode === index % 2).map((args) => ({ dialect, args })),
);

// What lies where may be told without a right to it.
const TELLS_KINDS = ['create_directory', 'get_file_info'];

const user = stranger();

describe.skipIf(user === null)('a server whose user may not', () => {
  it.each(SERVERS)('says so and changes nothing, by every tool that takes a path (%#)', async ({ dialect, args }) => {
    await using tree = await openClosedTree();
    await using server = await serve(dialect, tree, { args, ...user });
    const asked: string[] = [];
    for (const listed of await server.tools()) {
      for (const { name: tool, argumentsFor } of pathToolsOf(listed, ARGUMENTS)) {
        if (TELLS_KINDS.includes(tool)) continue;
        for (const { name, kind } of CLOSED) {
          const isForNotebooks = tool === 'NotebookEdit';
          if (isForNotebooks && kind === 'directory') continue;
          const path = tree.path(isForNotebooks ? `${name}.ipynb` : name);
          const given = argumentsFor(path);
          const { code, path: named } = (await server.call(tool, given)).error;
          // What is a directory may be told without a right to it.
          const isTold = kind === 'directory' && code === 'IS_DIRECTORY';
          // As may be that something has the name that a new file would get.
          const isTaken = kind === 'file' && given.command === 'create' && code === 'INVALID_ARGUMENT';
          const isSaid = code === 'PERMISSION_DENIED' || isTold || isTaken;
          expect({ tool, name, code, isSaid, named }).toEqual({ tool, name, code, isSaid: true, named: path });
        }
        asked.push(tool);
      }
    }
    expect(asked).toContainEqual(
      expect.stringMatching(
        /^(?:str_replace|Edit|replace|write_code|apply_patch|edit_file|edit|str_replace_based_edit_tool)$/,
      ),
    );
    tree.reopen();
    expect(tree.contents()).toEqual(CONTENTS);
  });
});
