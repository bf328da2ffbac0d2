import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { codeOf, edit, type Machines } from './machines.ts';

const STALL_MS = 4000;

/** Tests a file system that does not answer in time. */
export function describeStalls({ mounts, one, two }: Machines): void {
  const { engine } = mounts;
  it.skipIf(engine === null)(
    'answer truly when the file system stands still in the middle of calls',
    {
      timeout: 120_000,
    },
    async () => {
      writeFileSync(join(mounts.one, 'stalled'), 'END\n');
      const servers = [one, two];
      const calling = Array.from({ length: 20 }, (_, at) =>
        servers[at % 2]?.call(...edit('stalled', 'END', `${at}\nEND`)),
      );
      const looking = servers.map((server) => server.call('view', { path: 'stalled' }));
      await engine?.pause();
      const late = servers.map((server) => server.call('grep', { pattern: '^END', path: '.' }));
      const since = performance.now();
      await delay(STALL_MS);
      await engine?.resume();
      const results = await Promise.all(calling);
      for (const result of await Promise.all(looking)) expect(textOf(result)).toContain('END');
      for (const result of await Promise.all(late)) expect(textOf(result)).toContain('stalled');
      console.info(`the last answer came after ${Math.round(performance.now() - since)} ms`);
      const made = results.flatMap((result, at) => (result?.isError ? [] : [`${at}`]));
      const lines = readFileSync(join(mounts.two, 'stalled'), 'utf8').trimEnd().split('\n');
      expect(lines.toSorted()).toEqual([...made, 'END'].toSorted());
      for (const result of results) if (result?.isError) expect(codeOf(result)).toMatch(/^(?:CONFLICT|IO_ERROR)$/);
    },
  );
}
