import { figure } from './figure.ts';
import type { Measurement } from './measure.ts';

/** One line for a measurement, aligned with those of the others. */
export function tableRow({ name, against, reference, subject, ratio, spread, target, unit }: Measurement): string {
  const [low, high] = spread;
  return [
    ratio <= target ? '✓' : '✗',
    name.padEnd(52),
    `${ratio.toFixed(2)}`.padStart(7),
    `(${low.toFixed(2)}-${high.toFixed(2)})`.padEnd(14),
    `≤ ${target}`.padEnd(7),
    `${figure(subject, unit)} against ${figure(reference, unit)}: ${against}`,
  ].join(' ');
}
