/**
 * The globs of a list: they stand between blanks and, outside of braces, between commas. A list with a blank may also
 * be the name of one file.
 */
export function globList(list: string): string[] {
  const globs = list.match(/(?:\{[^{}]*\}|[^\s,{}]|[{}])+/g) ?? [];
  const whole = list.trim();
  return /\s/.test(whole) ? [...globs, whole] : globs;
}
