import { connect, errorOf, openTree, textOf, withFault } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('an error that nobody foresaw', () => {
  it('is answered with an id, under which the log says where it came from, and counted', async () => {
    await using tree = await openTree({ faulty: 'the secret content', 'a.txt': 'a' });
    const args = ['--dialect', 'editor', '--log-level', 'warn'];
    await using server = await connect({ cwd: tree.root, args, env: withFault('faulty') });
    const ids: unknown[] = [];
    for (const path of ['faulty', 'a.txt', 'faulty']) {
      const result = await server.call('view', { path });
      if (path === 'a.txt') expect(result).not.toHaveProperty('isError');
      else {
        const { code, id } = errorOf(result);
        expect([code, textOf(result)]).toEqual(['IO_ERROR', `Error: Unexpected error (id ${id})`]);
        ids.push(id);
      }
    }
    server.process.stdin.end();
    await server.ended;
    const lines = server.log.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const [at, id] of ids.entries()) {
      const [, data = ''] = /^dragoman-mcp error: Unexpected error (\{.*\})$/.exec(lines[at] ?? '') ?? [];
      const { trace, ...facts } = JSON.parse(data) as { trace: string[] };
      expect(facts).toEqual({ id, where: 'view', count: at + 1 });
      expect(trace[0]).toBe('TypeError');
      expect(trace[1]).toMatch(/^ {4}at /);
    }
    expect(lines[2]).toBe('dragoman-mcp warn: There were unexpected errors {"count":2}');
    expect(server.log).not.toContain('secret');
  });
});
