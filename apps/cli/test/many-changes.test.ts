import { describe, it } from 'vitest';
import { changeMany } from './many-changes.ts';

describe.skipIf(process.platform === 'win32')('a change of many files', () => {
  it('is made, undone, redone and committed with fewer descriptors than files', { timeout: 120_000 }, async () => {
    await changeMany(120, 100);
  });
});
