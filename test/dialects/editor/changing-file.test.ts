import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openTree, serve, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const ROUNDS = Math.min(150, testRounds(20));

// 64 bytes a line, so that no page of the file ends within one.
const LINE = 63;

const WRITERS = {
  'replaced by another': `
    writeFileSync(path + '.next', line(round).repeat(1000))
    renameSync(path + '.next', path)`,
  growing: `
    if (round % 200 === 0) truncateSync(path, 64)
    appendFileSync(path, line(0).repeat(64))`,
  shrinking: `
    if (round % 50 === 0) appendFileSync(path, line(0).repeat(6400))
    truncateSync(path, 64 * (6401 - 128 * (round % 50)))`,
} as const;

const program = (body: string) => `
  const { appendFileSync, renameSync, truncateSync, writeFileSync } = require('node:fs')
  const [path] = process.argv.slice(1)
  const line = (round) => String.fromCharCode(97 + (round % 26)).repeat(${LINE}) + '\\n'
  writeFileSync(path, line(0))
  console.log('ready')
  for (let round = 0; ; round++) {${body}
  }`;

describe('a file that is read while it is', () => {
  it.each(Object.entries(WRITERS))(
    '%s shows whole lines of one state of it, or says that it changes',
    { timeout: 60_000 },
    async (_, body) => {
      await using tree = await openTree();
      const writer = spawn(process.execPath, ['-e', program(body), tree.path('file')]);
      const ended = once(writer, 'close');
      try {
        await once(writer.stdout, 'data');
        await using server = await serve('editor', tree);
        let shown = 0;
        for (let count = 0; count < ROUNDS; count++) {
          const result = await server.call('view', { path: 'file', view_range: [1, 100_000] });
          if (result.isError) {
            expect(result.error).toMatchObject({ code: 'CONFLICT' });
            continue;
          }
          shown++;
          const lines = result.text.split('\n');
          const [first = ''] = lines[0]?.split('\t')[1] ?? '';
          const strangers = lines.filter((line, at) => line !== `${String(at + 1).padStart(6)}\t${first.repeat(LINE)}`);
          expect(strangers).toEqual([]);
        }
        expect(shown).toBeGreaterThan(0);
        expect(writer.exitCode).toBeNull();
      } finally {
        writer.kill('SIGKILL');
        await ended;
      }
    },
  );
});
