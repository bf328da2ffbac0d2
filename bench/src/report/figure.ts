import { type Figure, UNITS } from '../measure/scenario.ts';

/** A value with its unit, in three digits, which is more than a noisy machine can guarantee. */
export function figureText(value: number, figure: Figure): string {
  const [amount, unit] = UNITS[figure] === 'ms' && value >= 1000 ? [value / 1000, 's'] : [value, UNITS[figure]];
  return `${amount >= 100 ? amount.toFixed(0) : amount.toPrecision(3)} ${unit}`;
}

/** A multiple, such as `1.9` or `27`. */
export const multipleText = (multiple: number): string => multiple.toFixed(multiple >= 10 ? 0 : 1);
