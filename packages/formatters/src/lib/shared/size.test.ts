import { describe, expect, it } from 'vitest';
import { formatSize } from './size.ts';

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [1024 ** 2 - 1, '1.0 MB'],
    [2_516_582, '2.4 MB'],
    [1024 ** 3, '1.0 GB'],
    [5 * 1024 ** 4, '5120.0 GB'],
  ])('shows %d bytes as %s', (bytes, expected) => {
    expect(formatSize(bytes)).toBe(expected);
  });
});
