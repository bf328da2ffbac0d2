import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { type DialectName, dialectNames } from '../../dialects/src/lib/registry.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { IN_PROCESS } from './in-process.ts';
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
  /** Content of `_meta["dragoman/error"]`; empty for a success. */
  readonly error: Facts;
  /** Content of `_meta["dragoman/outcome"]`; empty for a failure. */
  readonly outcome: Facts;
  readonly _meta: Facts | undefined;
}

/** A server that speaks a dialect. */
export interface DialectConnection extends AsyncDisposable {
  /** Id of the process that runs the tools. */
  readonly pid: number | undefined;
  listTools(): Promise<readonly Tool[]>;
  /** Results come as they are, failures included. */
  call(name: string, args: Record<string, unknown>): Promise<CallToolResult>;
}

/** A dialect spoken over a temporary tree, until the test's scope ends. */
export interface ServedDialect extends AsyncDisposable {
  readonly tree: TemporaryTree;
  readonly pid: number | undefined;
  path(...names: string[]): string;
  tools(): Promise<readonly Tool[]>;
  call(name: string, args?: Facts): Promise<ToolAnswer>;
}

type Nodes = Readonly<Record<string, TreeNode>>;

/**
 * Speaks a dialect over a tree: by the built server, or from the sources where `IN_PROCESS` says so.
 * @param tree what to plant in one that is gone with the server; or one that stays, and is its caller's to remove
 * @param options those that only a process has, such as variables or another user, start the built server in any case
 */
export async function serve(
  dialect: Dialect,
  tree: Nodes | TemporaryTree = {},
  options: ConnectOptions = {},
): Promise<ServedDialect> {
  const { args, cwd, clientName, ...ofProcess } = options;
  if (!IN_PROCESS || Object.keys(ofProcess).length > 0) return serveBuilt(dialect, tree, options);
  const { connectInProcess } = await import('../../../apps/mcp-stdio/test/in-process.ts');
  return serveBy(connectInProcess, dialect, tree, options);
}

/** Starts the built server in a tree and lists its tools. */
export async function serveBuilt(
  dialect: Dialect,
  tree: Nodes | TemporaryTree = {},
  options: ConnectOptions = {},
): Promise<ServedDialect> {
  return serveBy(connectBuilt, dialect, tree, options);
}

async function serveBy(
  speak: (options: ConnectOptions) => Promise<DialectConnection>,
  dialect: Dialect,
  tree: Nodes | TemporaryTree,
  { args = [], ...options }: ConnectOptions,
): Promise<ServedDialect> {
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

async function connectBuilt(options: ConnectOptions): Promise<DialectConnection> {
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
