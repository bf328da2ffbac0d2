import { describe, it } from 'vitest';
import { changeMany } from './many-changes.ts';

describe.skipIf(process.platform === 'win32')('a change of 10,000 files', () => {
  it('is made, undone, redone and committed with 1,024 descriptors', { timeout: 1_800_000 }, async () => {
    await changeMany(10_000, 1024);
  });
});
