import { describe, expect, it } from 'vitest';
import { findingsText } from './findings-text.ts';

const FINDINGS = {
  directory: '/state/dragoman/journal',
  operations: 2,
  oldest: '2026-11-20T09:00:00.000Z',
  bytes: 3_500_000,
  maxBytes: 500 * 1024 * 1024,
  damagedLines: 0,
  damagedOperations: 0,
};

describe('findingsText', () => {
  it.each([
    [{}, 'Journal /state/dragoman/journal: 2 operations since 2026-11-20, 3.3 MB of 500.0 MB'],
    [{ operations: 0, oldest: null, bytes: 0, directory: '/a\nb' }, 'Journal /a\\nb: 0 operations, 0 B of 500.0 MB'],
    [
      { damagedLines: 1, damagedOperations: 2 },
      'Journal /state/dragoman/journal: 2 operations since 2026-11-20, 3.3 MB of 500.0 MB. 1 line of its list cannot be read. 2 operations cannot be undone: a content is damaged or gone',
    ],
  ])('tells size, age and damage: %j', (found, text) => {
    expect(findingsText({ ...FINDINGS, ...found })).toBe(text);
  });
});
