import { writeFileSync } from 'node:fs';
import {
  DENY,
  DIALECTS,
  FAR_PAIRS,
  HOSTILE_CASES,
  type HostileTree,
  openHostileTree,
  openTree,
  type PathTool,
  pathToolsOf,
  SECRET,
  SECRETS,
  type TemporaryTree,
  testRounds,
  UNWRITABLE_PATHS,
} from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, newToken, sha256, startHttp } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

/** Plausible values for what else a tool demands. */
const ARGUMENTS = {
  ...{ content: 'mine', old_str: SECRET.slice(0, 7), new_str: 'mine', file_text: 'mine', insert_line: 0 },
  ...{ old_string: SECRET.slice(0, 7), new_string: 'mine', pattern: '.*', replacement: 'mine', insert_text: 'mine' },
  ...{ start_line: 1, end_line: 1, edits: [{ oldText: SECRET.slice(0, 7), newText: 'mine' }] },
};

const tokens = { inner: newToken(), outer: newToken() };

// All of them in the long form.
const dialects = testRounds(1) > 1 ? DIALECTS : (['editor', 'claude-code'] as const);

describe.each(dialects)('two principals whose trees are each other’s outside (%s)', (dialect) => {
  let tree: HostileTree;
  let files: TemporaryTree;
  let server: HttpProcess;
  let before: string;
  let tools: readonly PathTool[];

  beforeAll(async () => {
    tree = await openHostileTree();
    files = await openTree();
    before = tree.guarded();
    const principals = [
      { name: 'inner', tokenSha256: sha256(tokens.inner), roots: [tree.root], deny: DENY },
      { name: 'outer', tokenSha256: sha256(tokens.outer), roots: [tree.resolve('../outside')], readOnly: true },
    ];
    writeFileSync(files.path('p.json'), JSON.stringify({ principals }));
    const args = ['--principals', files.path('p.json'), '--allow-dir', tree.resolve('..'), '--dialect', dialect];
    server = await startHttp({ args: [...args, '--require-read', 'never', '--workers', '2'] });
    const { body } = await sendModern(server.url, modern('tools/list'), { token: tokens.inner });
    tools = body.result.tools.flatMap((tool: Parameters<typeof pathToolsOf>[0]) => pathToolsOf(tool, ARGUMENTS));
  });

  afterAll(async () => {
    expect(tree.guarded()).toBe(before);
    await server[Symbol.asyncDispose]();
    await files[Symbol.asyncDispose]();
    await tree[Symbol.asyncDispose]();
  });

  const ask = async (name: keyof typeof tokens, tool: PathTool, path: string) => {
    const request = modern('tools/call', { name: tool.name, arguments: tool.argumentsFor(tree.resolve(path)) });
    const { body } = await sendModern(server.url, request, { token: tokens[name] });
    const code: unknown = body.result?._meta?.['dragoman/error']?.code ?? body.error?.code ?? null;
    return { text: JSON.stringify(body), code };
  };
  const innerAsks = async (tool: PathTool, path: string) => {
    const answer = await ask('inner', tool, path);
    for (const secret of SECRETS)
      expect({ tool: tool.name, path, text: answer.text }).not.toMatchObject({ text: expect.stringContaining(secret) });
    return answer;
  };

  it(`shows one what is its own alone, by ${HOSTILE_CASES.length} paths, while the other reads`, {
    timeout: 300_000,
  }, async () => {
    const reading = tools.find(({ writes }) => !writes);
    if (reading === undefined) throw new Error('No tool reads');
    for (const tool of tools) {
      for (const { path, answer } of HOSTILE_CASES) {
        // What the other has just read, and this one must not: it lies in no cache that both have.
        const own = path.includes('outside/secret') ? await ask('outer', reading, '../outside/secret') : null;
        if (own !== null) expect(own.text).toContain(SECRET);
        const { code } = await innerAsks(tool, path);
        if (tool.writes && path.endsWith('/')) continue;
        const isAllowed = answer === 'file' || answer === 'directory';
        if (!isAllowed && answer !== 'ACCESS_DENIED') continue;
        expect({ tool: tool.name, path, isRefused: code === 'ACCESS_DENIED' }).toEqual({
          ...{ tool: tool.name, path, isRefused: !isAllowed },
        });
      }
    }
  });

  it('shows the other nothing of the first', async () => {
    for (const tool of tools.filter(({ writes }) => !writes)) {
      for (const path of [
        'plain',
        'dir/deep/file',
        '.env',
        '.',
        'no-such-file',
        '../work-evil/secret',
        'out-dir/secret',
      ])
        expect({ path, ...(await ask('outer', tool, path)) }).toMatchObject({ path, code: 'ACCESS_DENIED' });
    }
  });

  it('writes to no place that is for reading only, and says the same whether something is there or not', async () => {
    for (const tool of tools) {
      if (tool.writes)
        for (const path of UNWRITABLE_PATHS) expect((await innerAsks(tool, path)).code).toBe('ACCESS_DENIED');
      for (const pair of FAR_PAIRS) {
        const [there, missing] = await Promise.all(pair.map((path) => innerAsks(tool, path)));
        expect(there?.code).toBe(missing?.code);
      }
    }
  });
});
