import { connect, openTree, type TemporaryTree, type TreeNode } from '@dragoman/testing';

type Facts = Readonly<Record<string, unknown>>;

/** One result, taken apart for comparison. */
export interface Answer {
  /** All text blocks, a line apart. */
  readonly text: string;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly mimeType?: string }[];
  readonly isError: boolean;
  /** What `_meta["dragoman/error"]` says; empty for a success. */
  readonly error: Facts;
  /** What `_meta["dragoman/outcome"]` says; empty for a failure. */
  readonly outcome: Facts;
}

/** The built server speaking dialect `claude-code` over a temporary tree, both gone when the test's scope ends. */
export interface Served extends AsyncDisposable {
  readonly tree: TemporaryTree;
  readonly pid: number | undefined;
  path(...names: string[]): string;
  call(name: string, args: Facts): Promise<Answer>;
}

export async function serve(
  nodes: Readonly<Record<string, TreeNode>> = {},
  args: readonly string[] = [],
): Promise<Served> {
  const tree = await openTree(nodes);
  const server = await connect({ cwd: tree.root, args: ['--dialect', 'claude-code', ...args] });
  return {
    tree,
    pid: server.process.pid,
    path: tree.path,
    async call(name, input) {
      const { content, isError = false, _meta = {} } = await server.call(name, { ...input });
      const blocks = content as Answer['content'];
      return {
        text: blocks.flatMap(({ text }) => text ?? []).join('\n'),
        content: blocks,
        isError,
        error: (_meta['dragoman/error'] ?? {}) as Facts,
        outcome: (_meta['dragoman/outcome'] ?? {}) as Facts,
      };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

export const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

export const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${String(from + index).padStart(6)}\tline ${from + index}`).join(
    '\n',
  );
