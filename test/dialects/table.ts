import { type Dialect, openTree, type ServedDialect, serve, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

export type Files = Parameters<typeof openTree>[0];

type Args = Readonly<Record<string, unknown>>;

/** A situation, what is called with, and what comes back to the character; `ROOT` stands for the root's path. */
export type Case = readonly [situation: string, args: Args, expected: string];

/** A server over a tree, for the tests of one file. */
export interface Table {
  readonly tree: TemporaryTree;
  readonly server: ServedDialect;
  succeeds(tool: string, cases: readonly Case[]): void;
  fails(tool: string, cases: readonly Case[]): void;
  /** The text of a result, with `ROOT` for the root's path. */
  answer(tool: string, args: Args): Promise<{ text: string; isError: boolean }>;
}

// What a case that fails there alone needs.
const HINT =
  process.env.DRAGOMAN_TEST_VOLUME === 'memory'
    ? 'a volume in memory has no links, pipes or commands: a case that needs them names them, and is left out'
    : undefined;

export interface TableOptions {
  readonly args?: readonly string[];
  /** Takes out of a text what differs from call to call. */
  readonly settled?: (text: string) => string;
  /** Does what is left to do before the server starts. */
  readonly prepare?: (root: string) => void;
}

/** The tree's directory `ROOT` is the root; what lies beside it is outside. */
export function tableOf(
  dialect: Dialect,
  files: Files,
  { args = [], prepare, settled = same }: TableOptions = {},
): Table {
  let tree: TemporaryTree;
  let server: ServedDialect;

  beforeAll(async () => {
    tree = await openTree(files);
    prepare?.(tree.path('ROOT'));
    server = await serve(dialect, tree, { args: ['--workdir', tree.path('ROOT'), ...args] });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await tree[Symbol.asyncDispose]();
  });

  const answer: Table['answer'] = async (tool, given) => {
    const root = tree.path('ROOT');
    const { content, text, isError } = await server.call(
      tool,
      JSON.parse(JSON.stringify(given).replaceAll('ROOT', root)),
    );
    const isText = content.length === 1 && content[0]?.type === 'text';
    return { text: settled((isText ? text : JSON.stringify(content)).replaceAll(root, 'ROOT')), isError };
  };

  return {
    get tree() {
      return tree;
    },
    get server() {
      return server;
    },
    answer,
    succeeds(tool, cases) {
      it.each(cases)(`${tool}: %s`, async (_, given, expected) => {
        expect(await answer(tool, given), HINT).toEqual({ text: expected, isError: false });
      });
    },
    fails(tool, cases) {
      it.each(cases)(`${tool} refuses: %s`, async (_, given, expected) => {
        expect(await answer(tool, given), HINT).toEqual({ text: expected, isError: true });
      });
    },
  };
}

function same(text: string): string {
  return text;
}
