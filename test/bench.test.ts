import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measure, quantile } from '../tooling/bench/measure.ts';
import type { Scenario } from '../tooling/bench/scenario.ts';
import { tableRow } from '../tooling/bench/table.ts';

const scenario = { name: 'work', against: 'less work', target: 2, unit: 'ms', rounds: 3 } as const;

function samples(values: readonly number[], log: string[], side: string): Scenario['subject'] {
  let at = 0;
  return () => () => {
    log.push(side);
    return values[at++] ?? Number.NaN;
  };
}

describe('a measurement', () => {
  it('takes both sides in turn and compares pair by pair, after one pair for nothing', async () => {
    const order: string[] = [];
    const reference = samples([1000, 1, 2, 4], order, 'r');
    const subject = samples([1, 3, 2, 6], order, 's');
    const measurement = await measure({ ...scenario, reference, subject });
    expect(order.join(' ')).toBe('r s r s s r r s');
    expect(measurement).toEqual({
      ...{ name: 'work', against: 'less work', target: 2, unit: 'ms' },
      ...{ reference: 2, subject: 3, ratio: 1.5, spread: [1.25, 2.25] },
    });
    expect(tableRow(measurement)).toMatch(/^✓ work +1\.50 \(1\.25-2\.25\) +≤ 2 +3\.00 ms against 2\.00 ms: less work$/);
  });

  it('closes what a side opened and removes its files, in the end or on a failure', async () => {
    let directory = '';
    let closed = 0;
    const failing = measure({
      ...scenario,
      reference(scope) {
        directory = scope.directory;
        scope.use({
          [Symbol.dispose]() {
            closed++;
          },
        });
        return () => 1;
      },
      subject: () => () => Promise.reject(new Error('no server')),
    });
    await expect(failing).rejects.toThrow('no server');
    expect([closed, existsSync(directory)]).toEqual([1, false]);
  });
});

describe('quantile', () => {
  it('lies between values where it falls between them', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([5], 0.25)).toBe(5);
  });
});
