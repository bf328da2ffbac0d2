import { type Connection, type ConnectOptions, connect, type TemporaryTree } from '@dragoman/testing';
import { expect } from 'vitest';

type Facts = Readonly<Record<string, unknown>>;

/** A server of dialect `budgeted`; the client holds every result against the schema of its tool. */
export interface Budgeted extends AsyncDisposable {
  readonly connection: Connection;
  /** Calls a tool that succeeds. */
  give<Result extends Facts>(name: string, args: Facts): Promise<Result>;
  /** Calls a tool that fails, and returns the error. */
  refuse(name: string, args: Facts): Promise<Facts>;
}

export async function serveBudgeted(tree: TemporaryTree, options: ConnectOptions = {}): Promise<Budgeted> {
  const { args = [], ...rest } = options;
  const connection = await connect({ cwd: tree.root, ...rest, args: ['--dialect', 'budgeted', ...args] });
  // The client knows the output schemas only of tools that it has listed.
  await connection.client.listTools();
  const call = async (name: string, input: Facts) => {
    const { content, isError = false, structuredContent } = await connection.call(name, input);
    const [block] = content;
    if (block?.type !== 'text') throw new TypeError('Not a text');
    expect(content).toHaveLength(1);
    expect(JSON.parse(block.text)).toEqual(structuredContent);
    return { isError, facts: structuredContent ?? {} };
  };
  return {
    connection,
    async give<Result extends Facts>(name: string, input: Facts) {
      const { isError, facts } = await call(name, input);
      expect(facts).not.toHaveProperty('error');
      expect(isError).toBe(false);
      return facts as Result;
    },
    async refuse(name, input) {
      const { isError, facts } = await call(name, input);
      expect(isError).toBe(true);
      expect(Object.keys(facts)).toEqual(['error']);
      return facts.error as Facts;
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

export interface CodePage extends Facts {
  readonly content: string;
  readonly continuation: string | null;
  readonly version: string;
}

/** Reads page after page to the end. */
export async function readOn(server: Budgeted, args: Facts, limits: Facts): Promise<CodePage[]> {
  const pages = [await server.give<CodePage>('read_code', { ...args, ...limits })];
  for (let last = pages.at(-1)?.continuation; last; last = pages.at(-1)?.continuation) {
    pages.push(await server.give<CodePage>('read_code', { ...args, ...limits, continuation: last }));
  }
  return pages;
}
