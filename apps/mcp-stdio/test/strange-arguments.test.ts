import { writeFileSync } from 'node:fs';
import { openTree, strangeCalls } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf, startRaw } from './raw.ts';

const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

const validIn = (file: string) => ({
  ...{ path: file, file_path: file, absolute_path: file, pattern: 'a', command: 'true', task_id: 'none' },
  ...{ content: 'a\n', old_str: 'a', new_str: 'a', old_string: 'a', new_string: 'a' },
  ...{ start_line: 1, end_line: 1, replacement: 'a\n' },
});

describe('strange arguments', () => {
  it.each(['editor', 'claude-code', 'gemini', 'budgeted'])(
    'are answered with a result, and no fault is logged, in %s',
    async (dialect) => {
      await using tree = await openTree({ 'dir/a.txt': 'a\n' });
      const args = ['--dialect', dialect, '--require-read', 'never', '--shell', 'unrestricted'];
      await using server = startRaw({ args, cwd: tree.root });
      let id = 0;
      const ask = async (method: string, params: object) => {
        id += 1;
        await server.send({ jsonrpc: '2.0', id, method, params });
        return server.next();
      };
      await ask('initialize', INITIALIZE);
      await server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      const { result } = (await ask('tools/list', {})) as { result: { tools: [] } };
      await fc.assert(
        fc.asyncProperty(strangeCalls(result.tools, validIn(tree.path('dir/a.txt'))), async ({ name, args }) => {
          // The call before may have written it.
          writeFileSync(tree.path('dir/a.txt'), 'a\n');
          const answer = await ask('tools/call', { name, arguments: args });
          const { _meta: meta } = answer.result as { _meta?: Record<string, { code?: string }> };
          expect([undefined, 'INVALID_ARGUMENT', 'NOT_DIRECTORY', 'TASK_NOT_FOUND']).toContain(
            meta?.['dragoman/error']?.code,
          );
        }),
      );
      expect(server.log).not.toContain(' error: ');
    },
  );

  it('include those that are no object', async () => {
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.root });
    await server.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE });
    await server.next();
    for (const args of [[], ['a.txt'], 'a.txt', 7, true]) {
      await server.send(callOf(1, 'view', args as never));
      const { result } = await server.next();
      expect(result).toMatchObject({ isError: true, content: [{ text: 'Error: The arguments must be an object' }] });
    }
  });
});
