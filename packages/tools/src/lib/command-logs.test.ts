import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { createCommandLogs } from './command-logs.ts';

it('keeps no output that comes after the end of its session', async () => {
  const logs = createCommandLogs();
  const [early, late] = [logs.open(), logs.open()];
  early.add(Buffer.from('a'));
  const saved = early.save();
  const directory = dirname(saved?.path ?? '');
  expect([existsSync(directory), saved?.size]).toEqual([true, 1]);
  await logs.close();
  late.add(Buffer.alloc(1_000_000));
  expect([late.save(), existsSync(directory)]).toEqual([null, false]);
  const unused = createCommandLogs();
  const log = unused.open();
  await unused.close();
  log.add(Buffer.alloc(1_000_000));
  expect(log.save()).toBeNull();
});
