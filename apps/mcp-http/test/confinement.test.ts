import { writeFileSync } from 'node:fs';
import {
  answerOf,
  confinementSuite,
  DENY,
  DIALECTS,
  HOSTILE_CASES,
  type HostileTree,
  openHostileTree,
  openTree,
  pathToolsOf,
  SECRET,
  testRounds,
  testSample,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { newToken, sha256, startHttp } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

type Dialect = (typeof DIALECTS)[number];

const tokens = { inner: newToken(), outer: newToken() };
const OUTSIDE = '../outside';

/** A server of two principals, each of whose trees lies outside the other's. */
async function openServer(tree: HostileTree, dialect: Dialect) {
  const files = await openTree();
  const principals = [
    { name: 'inner', tokenSha256: sha256(tokens.inner), roots: [tree.root], deny: DENY },
    { name: 'outer', tokenSha256: sha256(tokens.outer), roots: [tree.resolve(OUTSIDE)], readOnly: true },
  ];
  writeFileSync(files.path('p.json'), JSON.stringify({ principals }));
  const args = ['--principals', files.path('p.json'), '--allow-dir', tree.resolve('..'), '--dialect', dialect];
  const server = await startHttp({ args: [...args, '--require-read', 'never', '--workers', '2'] });
  const ask = async (name: keyof typeof tokens, request: ReturnType<typeof modern>) => {
    const { body } = await sendModern(server.url, request, { token: tokens[name] });
    if (body.result === undefined) throw new Error(JSON.stringify(body));
    return body.result;
  };
  return {
    toolsOf: async (name: keyof typeof tokens) => (await ask(name, modern('tools/list'))).tools,
    call: async (name: keyof typeof tokens, tool: string, args: object = {}) =>
      answerOf(await ask(name, modern('tools/call', { name: tool, arguments: args }))),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
    },
  };
}

/** The first, which asks for nothing of the other's that the other has not just read: it lies in no cache that both have. */
async function openInner(tree: HostileTree, dialect: Dialect) {
  const server = await openServer(tree, dialect);
  const readings = (await server.toolsOf('outer'))
    .flatMap((tool: Parameters<typeof pathToolsOf>[0]) => pathToolsOf(tool, { pattern: '.*' }))
    .filter(({ writes }: { readonly writes: boolean }) => !writes);
  const secret = tree.resolve(`${OUTSIDE}/secret`);
  let reads: (() => Promise<string>) | undefined;
  for (const { name, argumentsFor } of readings) {
    const read = async () => (await server.call('outer', name, argumentsFor(secret))).text;
    if ((await read()).includes(SECRET)) reads ??= read;
  }
  return {
    tools: () => server.toolsOf('inner'),
    async call(name: string, args?: object) {
      if (JSON.stringify(args).includes('outside')) expect(await reads?.()).toContain(SECRET);
      return await server.call('inner', name, args);
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

// `pnpm test:long` runs the suite for every dialect, with every path.
const isLong = testRounds(1) > 1;
const dialects = isLong ? DIALECTS : (['claude-code'] as const);
const cases = isLong ? HOSTILE_CASES : testSample(HOSTILE_CASES, 20);

for (const dialect of dialects) {
  const title = `one of two principals whose trees are each other’s outside (${dialect})`;
  confinementSuite(title, (tree) => openInner(tree, dialect), cases);
}

describe.each(dialects)('the other of the two (%s)', (dialect) => {
  it('is shown nothing of the first', async () => {
    await using tree = await openHostileTree();
    const before = tree.guarded();
    await using server = await openServer(tree, dialect);
    const tools = (await server.toolsOf('outer')).flatMap((tool: Parameters<typeof pathToolsOf>[0]) =>
      pathToolsOf(tool, { pattern: '.*' }),
    );
    expect(tools.length).toBeGreaterThan(0);
    for (const { name, argumentsFor } of tools) {
      for (const path of [
        'plain',
        'dir/deep/file',
        '.env',
        '.',
        'no-such-file',
        '../work-evil/secret',
        'out-dir/secret',
      ]) {
        const { error } = await server.call('outer', name, argumentsFor(tree.resolve(path)));
        expect({ path, code: error.code }).toEqual({ path, code: 'ACCESS_DENIED' });
      }
    }
    expect(tree.guarded()).toBe(before);
  });
});
