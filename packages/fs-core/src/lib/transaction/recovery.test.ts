import { openTree } from '@dragoman/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { recordingIn } from '../../../test/recording.ts';
import { createRecovery } from './recovery.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('looks again after a second for what killed processes left, whatever becomes of the clock', async () => {
  await using tree = await openTree({ work: null });
  vi.useFakeTimers({ toFake: ['Date'] });
  const uptime = vi.spyOn(process, 'uptime').mockReturnValue(5);
  let looks = 0;
  const recovered = createRecovery(recordingIn(tree).past.context, async () => {
    looks += 1;
  });
  for (const _ of [1, 2]) await recovered();
  expect(looks).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  await recovered();
  expect(looks).toBe(1);
  uptime.mockReturnValue(6);
  await recovered();
  expect(looks).toBe(2);
});
