import { type Dialect, serve, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.ts';
import { assertWithin, type ClientCase, joined } from './clients.ts';
import { FILES, LARGE_TREE } from './files.ts';
import { readers } from './readers.ts';

/** Starts a server for a client of that name. */
export function serveTo(
  clientName: string,
  dialect: Dialect,
  nodes: Readonly<Record<string, TreeNode>>,
  args: readonly string[] = [],
) {
  // A busy machine takes some seconds for a command that prints much.
  const options = ['--shell', 'unrestricted', '--shell-timeout', '6000', '--require-read', 'never'];
  return serve(dialect, nodes, { clientName, args: [...options, ...args] });
}

const PAGED = ['quoted.json', 'wide.txt', 'short.txt'];

/** Dialect `codex` shows 500 bytes of a line, and of these no part of a character. */
const wholeIn = (dialect: Dialect, text = '') => (dialect === 'codex' ? text.replace(/^(字{166}).*$/gm, '$1') : text);

/** A client that speaks to a server of a dialect. */
export interface DialectCase extends ClientCase {
  readonly dialect: Dialect;
}

/** The line that names the file of a command's whole output, beside what the answer says to go on. */
const WHOLE_OUTPUT = /Note: all that it printed can be read in \S+\n|\nNote: all that it printed can be read in \S+$/;

/** Holds the results of long calls against what each client shows. */
export function clientLimitsSuite(cases: readonly DialectCase[]): void {
  describe.each(cases)('$dialect for $name', ({ dialect, ...client }) => {
    it.skipIf(readers[dialect] === undefined)(
      'shows files in pages that come to the whole, each with no more than the client shows',
      async () => {
        await using server = await serveTo(
          client.name,
          dialect,
          Object.fromEntries(PAGED.map((name) => [name, FILES[name] ?? ''])),
        );
        for (const name of PAGED) {
          const read = await readers[dialect]?.(server.tree.path(name), async (tool, args) => {
            const result = await server.call(tool, args);
            expect(result.isError).toBe(false);
            assertWithin(client, result, `${tool} ${name}`);
            return result;
          });
          expect(read === wholeIn(dialect, FILES[name])).toBe(true);
        }
      },
    );

    it('answers every call with no more than the client shows, and says how to go on', async () => {
      await using server = await serveTo(client.name, dialect, await LARGE_TREE);
      const calls = CALLS[dialect](server.tree);
      const tools = await server.tools();
      const called = new Set(calls.map(({ tool }) => tool));
      expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
      for (const { tool, args, ends } of calls) {
        const result = await server.call(tool, args);
        const what = `${tool} ${JSON.stringify(args).slice(0, 100)}`;
        assertWithin(client, result, what);
        expect([what, joined(result).replace(WHOLE_OUTPUT, '').slice(-600)]).toEqual([
          what,
          expect.stringMatching(ends ?? /^/),
        ]);
      }
    });
  });
}
