import { describe, expect, it } from 'vitest';
import { progressReporter } from './progress.ts';

describe('progressReporter', () => {
  it('tells rising numbers, five a second at most', () => {
    let now = 0;
    const told: unknown[] = [];
    const report = progressReporter(
      'token',
      async ({ params }) => {
        told.push(params);
      },
      () => now,
    );
    for (; now <= 1000; now += 10) report({ done: now, message: 'files' });
    now += 1000;
    report({ done: 3, message: 'fewer' });
    expect(told).toEqual(
      [0, 200, 400, 600, 800, 1000].map((progress) => ({ progressToken: 'token', progress, message: 'files' })),
    );
  });
});
