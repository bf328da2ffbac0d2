import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openTree, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type CodePage, give, refuse } from './results.ts';

describe('read_code in several servers', () => {
  it('goes on after a restart, and says so where the file changed meanwhile', async () => {
    await using tree = await openTree({ f: 'one\ntwo\nthree\n', home: null });
    const env = { HOME: tree.path('home') };
    await using first = await serve('budgeted', tree, { env });
    const { continuation, version } = await give<CodePage>(first, 'read_code', { file_path: 'f', max_lines: 1 });
    await first[Symbol.asyncDispose]();
    await using second = await serve('budgeted', tree, { env });
    const next = await give(second, 'read_code', { file_path: 'f', continuation, max_lines: 1 });
    expect(next).toMatchObject({ content: 'two\n', start_line: 2, version });
    writeFileSync(tree.path('f'), 'one\ntwo\nfour!\n');
    const { version: now } = await give<CodePage>(second, 'read_code', { file_path: 'f' });
    expect(await refuse(second, 'read_code', { file_path: 'f', continuation })).toMatchObject({
      code: 'STALE_CONTINUATION',
      file_path: 'f',
      version: now,
    });
    expect(readFileSync(tree.path('home/.local/state/dragoman/dragoman-secret'))).toHaveLength(32);
    expect(
      await refuse(second, 'read_code', { file_path: 'home/.local/state/dragoman/dragoman-secret' }),
    ).toMatchObject({
      code: 'ACCESS_DENIED',
    });
  });

  it('goes on in any of the servers that were started at once', async () => {
    await using tree = await openTree({ f: 'one\ntwo\n', home: null });
    const env = { HOME: tree.path('home') };
    const servers = await Promise.all([1, 2, 3].map(() => serve('budgeted', tree, { env })));
    const first = { file_path: 'f', max_lines: 1 };
    const pages = await Promise.all(servers.map((server) => give<CodePage>(server, 'read_code', first)));
    for (const server of servers) {
      for (const { continuation } of pages) {
        expect(await give(server, 'read_code', { file_path: 'f', continuation })).toMatchObject({ content: 'two\n' });
      }
      await server[Symbol.asyncDispose]();
    }
    expect(readdirSync(tree.path('home/.local/state/dragoman'))).toEqual(['dragoman-secret']);
  });
});
