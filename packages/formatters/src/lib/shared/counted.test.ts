import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('names one thing in the singular, and none in the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'line'))).toEqual(['0 lines', '1 line', '2 lines']);
});
