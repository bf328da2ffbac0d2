/** Lines that tell their numbers. */
export const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

/** Numbers lines as dialects show them, by default those of `lines`; both ends are included. */
export const numbered = (
  from: number,
  to: number,
  text = (line: number): string | undefined => `line ${line}`,
): string =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `${String(from + index).padStart(6)}\t${text(from + index)}`,
  ).join('\n');
