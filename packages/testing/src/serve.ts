import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { type DialectName, dialectNames } from '../../dialects/src/lib/registry.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { type Block, errorOf, outcomeOf, textOf } from './results.ts';
import { openTree, type TemporaryTree, type TreeNode } from './temporary-tree.ts';

export const DIALECTS = dialectNames();

export type Dialect = DialectName;

type Facts = Readonly<Record<string, unknown>>;

/** A result, taken apart for comparison. */
export interface ToolAnswer {
  readonly content: readonly Block[];
  readonly structuredContent: Facts | undefined;
  /** All text blocks, a line apart. */
  readonly text: string;
  readonly isError: boolean;
  /** What `_meta["dragoman/error"]` says; empty for a success. */
  readonly error: Facts;
  /** What `_meta["dragoman/outcome"]` says; empty for a failure. */
  readonly outcome: Facts;
  readonly _meta: Facts | undefined;
}

/** True if `serve` runs the tools in the process of the tests: see `tooling/repeated-projects.ts`. */
export const IN_PROCESS = process.env.DRAGOMAN_TEST_IN_PROCESS === 'true';

/** What speaks a dialect. */
export interface Spoken extends AsyncDisposable {
  /** Of the process that runs the tools. */
  readonly pid: number | undefined;
  listTools(): Promise<readonly Tool[]>;
  /** Results come as they are, failures included. */
  call(name: string, args: Record<string, unknown>): Promise<CallToolResult>;
}

/** A dialect spoken over a temporary tree, until the test's scope ends. */
export interface Served extends AsyncDisposable {
  readonly tree: TemporaryTree;
  readonly pid: number | undefined;
  path(...names: string[]): string;
  tools(): Promise<readonly Tool[]>;
  call(name: string, args?: Facts): Promise<ToolAnswer>;
}

type Nodes = Readonly<Record<string, TreeNode>>;

/**
 * Starts the built server in a tree and lists its tools.
 * @param tree what to plant in one that is gone with the server; or one that stays, and is its caller's to remove
 */
export async function serve(
  dialect: Dialect,
  tree: Nodes | TemporaryTree = {},
  { args = [], ...options }: ConnectOptions = {},
): Promise<Served> {
  const { place, dispose } = await placeOf(tree);
  const server = await speak({ cwd: place.root, ...options, args: ['--dialect', dialect, ...args] });
  // A client holds results against the schemas of their tools, once it has listed these.
  await server.listTools();
  return {
    tree: place,
    pid: server.pid,
    path: place.path,
    tools: server.listTools,
    call: async (name, input = {}) => answerOf(await server.call(name, { ...input })),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await dispose();
    },
  };
}

async function speak(options: ConnectOptions): Promise<Spoken> {
  if (IN_PROCESS) {
    const { connectInProcess } = await import('../../../apps/mcp-stdio/test/in-process.ts');
    return connectInProcess(options);
  }
  const server = await connect(options);
  return {
    pid: server.process.pid,
    listTools: async () => (await server.client.listTools()).tools,
    call: server.call,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

async function placeOf(tree: Nodes | TemporaryTree) {
  if (Symbol.asyncDispose in tree) return { place: tree, dispose: async () => undefined };
  const place = await openTree(tree);
  return { place, dispose: () => place[Symbol.asyncDispose]() };
}

/** Takes a result apart. */
export function answerOf(result: CallToolResult): ToolAnswer {
  const { content, structuredContent, isError = false, _meta } = result;
  const [text, error, outcome] = [textOf(result), errorOf(result), outcomeOf(result)];
  return { content, structuredContent, isError, text, error, outcome, _meta };
}
