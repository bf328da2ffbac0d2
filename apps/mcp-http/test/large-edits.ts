import { openTree, type TreeNode } from '@dragoman/testing';
import { expect } from 'vitest';
import { OWNER_TOKEN, startOwned } from './http-process.ts';
import { call, openSession, send } from './messages.ts';

/** A call that changes a tree, in a dialect. */
export interface Edit {
  readonly dialect: string;
  readonly tree: Readonly<Record<string, TreeNode>>;
  readonly name: string;
  /** @param root of the tree */
  readonly args: (root: string) => Readonly<Record<string, unknown>>;
}

export const each = (count: number, textAt: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => textAt(at)).join('');

export const patched = (tree: Edit['tree'], sections: string): Edit => ({
  ...{ dialect: 'codex', tree, name: 'apply_patch' },
  args: () => ({ input: `*** Begin Patch\n${sections}*** End Patch` }),
});

export const replaced = (text: string, oldText: string): Edit => ({
  ...{ dialect: 'gemini', tree: { a: text }, name: 'replace' },
  args: (root) => ({ file_path: `${root}/a`, old_string: oldText, new_string: 'new', allow_multiple: true }),
});

export const looseEdits = (count: number): Edit => ({
  ...{ dialect: 'filesystem', tree: { a: each(60_000, (at) => `line ${at}\n`) }, name: 'edit_file' },
  args: (root) => {
    const editOf = (_: unknown, at: number) => ({
      oldText: ` line ${at * 9} \nline ${at * 9 + 1}`,
      newText: 'one\ntwo',
    });
    return { path: `${root}/a`, edits: Array.from({ length: count }, editOf) };
  },
});

/** Lines whose white space a hunk does not have: each is looked for in the whole file before it is found. */
export const LOOSE = each(60_000, (at) => `line ${at}  \n`);

/** Another client is answered all the time while the edit is made. */
export async function holdsUpNobody({ dialect, tree, name, args }: Edit): Promise<void> {
  await using place = await openTree(tree);
  await using server = await startOwned(['--dialect', dialect, place.root]);
  const one = await openSession(server.url, OWNER_TOKEN);
  const other = await openSession(server.url, OWNER_TOKEN);
  let isAnswered = false;
  const begun = performance.now();
  const edit = send(server.url, call(name, args(place.root)), { token: OWNER_TOKEN, session: one }).then((answer) => {
    isAnswered = true;
    return { ...answer, tookMs: performance.now() - begun };
  });
  let longestMs = 0;
  while (!isAnswered) {
    const asked = performance.now();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const pong = await send(server.url, ping, { token: OWNER_TOKEN, session: other });
    expect(pong.body.result).toEqual({});
    longestMs = Math.max(longestMs, performance.now() - asked);
  }
  const { status, tookMs } = await edit;
  expect(status).toBe(200);
  // A share of the whole, since machines differ: nobody was kept waiting for most of it.
  expect(longestMs).toBeLessThan(Math.max(300, tookMs / 3));
}
