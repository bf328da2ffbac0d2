/** A number with the noun it counts: `1 line`, `2 lines`. */
export function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
