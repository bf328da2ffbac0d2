// In steps of some ten nanoseconds. The last two for each byte, half of what the first name takes.
const LITERAL = 8;
const COMPILED_STARS = 16;
const COMPILED_CLASSES = 32;

/** The longest name of most file systems, in bytes: as often a piece between two stars is looked for. */
const LONGEST_NAME = 256;

// What repeats, and what excludes, is tried at each place of a name, up to each other one.
const GROUP = 12 * LONGEST_NAME ** 2;

/** The most steps that it takes to match a name of a glob, which may have groups, with one name. */
export function costOfGlobName(pattern: string): number {
  return costOfName(pattern) + GROUP * (pattern.match(/[*+!]\(/g)?.length ?? 0);
}

/** The most steps that it takes to compile a pattern of an ignore file and to match it with one name. */
export function costOfName(pattern: string): number {
  if (!/[*?[\\]/.test(pattern)) return LITERAL;
  const isHard = /[?[\\]/.test(pattern);
  // A star in a class is not told from another one.
  const pieces = /[[\\].*\*/.test(pattern) ? ['', pattern, ''] : pattern.split('*');
  const last = pieces.length > 1 ? (pieces.at(-1)?.length ?? 0) : 0;
  const longest = pieces.slice(1, -1).reduce((most, { length }) => Math.max(most, length), 0);
  if (!isHard) return pattern.length * COMPILED_STARS + (longest > 0 ? LONGEST_NAME : 0);
  return pattern.length * COMPILED_CLASSES + LONGEST_NAME * longest + last * Math.min(last, LONGEST_NAME);
}
