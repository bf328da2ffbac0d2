import { describe, it } from 'vitest';
import { changeMany } from './many-changes.ts';

const COUNT = process.env.DRAGOMAN_TEST_ROUNDS ? 10_000 : 1200;

describe.skipIf(process.platform === 'win32')(`a change of ${COUNT} files`, () => {
  it('is made, undone, redone and committed with 1,024 descriptors', { timeout: 7_200_000 }, async () => {
    await changeMany(COUNT, 1024);
  });
});
