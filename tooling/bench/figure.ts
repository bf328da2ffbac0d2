/** Three digits, which is more than a noisy machine can guarantee. */
export function figure(value: number, unit: string): string {
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${unit}`;
}
