import { figure } from './figure.ts';
import type { WayResult } from './tasks.ts';

/** A row of a table: the name, then what is known of it. */
export function wayRow({ name, p50, p99, ratio, spread: [low, high], peakMemory, calls }: WayResult): string[] {
  return [
    name,
    figure(p50, 'ms'),
    figure(p99, 'ms'),
    `${times(ratio)} (${times(low)}–${times(high)})`,
    peakMemory === null ? 'not known' : figure(peakMemory, 'MB'),
    calls.toLocaleString('en'),
  ];
}

function times(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2);
}
