import { STRIDE, type Steps } from './steps.ts';

/** An index of the lines of a file. */
export interface LineFinder {
  /** Number of lines. */
  readonly count: number;
  /**
   * The 0-based index of the first of the lines, at or after `from`, where all of them follow each other. A match
   * by a stricter comparison wins over all matches by looser ones. Null if there is no match.
   */
  find(lines: readonly string[], from: number): Steps<number | null>;
  /** The same for lines that must be the last of the file. */
  findAtEnd(lines: readonly string[], from: number): Steps<number | null>;
}

type Comparison = (line: string) => string;

const DASHES = /[‐‑‒–—―−]/g;
const SINGLE_QUOTES = /[‘’‚‛]/g;
const DOUBLE_QUOTES = /[“”„‟]/g;
const SPACES = /[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g;

/** The ways of comparing lines, the strictest first: null for lines as they are. */
const COMPARISONS: readonly (Comparison | null)[] = [
  null,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) =>
    line.trim().replace(DASHES, '-').replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(SPACES, ' '),
];

/** @param sought all lines that will be looked for: no others are indexed */
export function createLineFinder(file: readonly string[], sought: readonly string[]): LineFinder {
  const indexes: LineIndex[] = [];
  function* search(lines: readonly string[], from: number): Steps<number | null> {
    for (const [level, comparison] of COMPARISONS.entries()) {
      indexes[level] ??= yield* indexOf(file, { sought, comparison });
      const found = yield* firstMatch(indexes[level], comparison === null ? lines : lines.map(comparison), from);
      if (found !== null) return found;
    }
    return null;
  }
  return {
    count: file.length,
    find: search,
    *findAtEnd(lines, from) {
      const start = file.length - lines.length;
      return start < from ? null : yield* search(lines, start);
    },
  };
}

/** Positions in a file of the lines that are searched for, by one comparison. */
interface LineIndex {
  readonly numbers: ReadonlyMap<string, number>;
  /** Number, for each line of the file, of the line that it is equal to; 0 for one that is not looked for. */
  readonly file: Uint32Array;
  /** Lines that have each number, in ascending order. */
  readonly places: readonly (readonly number[])[];
}

function* indexOf(
  file: readonly string[],
  { sought, comparison }: { readonly sought: readonly string[]; readonly comparison: Comparison | null },
): Steps<LineIndex> {
  const numbers = new Map<string, number>();
  const places: number[][] = [[]];
  for (const [index, line] of sought.entries()) {
    const compared = comparison === null ? line : comparison(line);
    if (!numbers.has(compared)) numbers.set(compared, places.push([]) - 1);
    if (index % STRIDE === STRIDE - 1) yield;
  }
  const numbered = new Uint32Array(file.length);
  for (const [index, line] of file.entries()) {
    const number = numbers.get(comparison === null ? line : comparison(line));
    if (number !== undefined) {
      numbered[index] = number;
      places[number]?.push(index);
    }
    if (index % STRIDE === STRIDE - 1) yield;
  }
  return { numbers, file: numbered, places };
}

/** Only where the rarest of the lines is, all of them are looked for: many hunks do not each read the whole file. */
function* firstMatch(
  { numbers, file, places }: LineIndex,
  lines: readonly string[],
  from: number,
): Steps<number | null> {
  if (lines.length === 0) return from <= file.length ? from : null;
  const sought = new Uint32Array(lines.length);
  let rarest = 0;
  let rare: readonly number[] | undefined;
  for (const [index, line] of lines.entries()) {
    const number = numbers.get(line) ?? 0;
    sought[index] = number;
    const all = places[number] ?? [];
    if (rare === undefined || all.length < rare.length) [rarest, rare] = [index, all];
  }
  const first = firstFrom(rare ?? [], from + rarest);
  const last = rare?.at(-1);
  if (first === undefined || last === undefined) return null;
  // Most hunks fit where they first may.
  if (isRunAt(file, first - rarest, sought)) return first - rarest;
  const found = yield* indexOfRun(file.subarray(first - rarest, last - rarest + sought.length), sought);
  return found === null ? null : first - rarest + found;
}

/** The first of ascending numbers that is at least `least`, by a binary search. */
function firstFrom(ascending: readonly number[], least: number): number | undefined {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return ascending[low];
}

function isRunAt(file: Uint32Array, start: number, sought: Uint32Array): boolean {
  for (let at = 0; at < sought.length; at++) if (file[start + at] !== sought[at]) return false;
  return true;
}

/** Knuth, Morris and Pratt's search: each line of the file is looked at twice at most, however much repeats. */
function* indexOfRun(file: Uint32Array, sought: Uint32Array): Steps<number | null> {
  const borders = yield* bordersOf(sought);
  let matched = 0;
  for (let at = 0; at < file.length; at++) {
    while (matched > 0 && file[at] !== sought[matched]) matched = borders[matched - 1] ?? 0;
    if (file[at] === sought[matched]) matched += 1;
    if (matched === sought.length) return at + 1 - matched;
    if (at % STRIDE === STRIDE - 1) yield;
  }
  return null;
}

/** Length, for each prefix of the lines, of its longest proper prefix that is also its suffix. */
function* bordersOf(lines: Uint32Array): Steps<Uint32Array> {
  const borders = new Uint32Array(lines.length);
  let matched = 0;
  for (let at = 1; at < lines.length; at++) {
    while (matched > 0 && lines[at] !== lines[matched]) matched = borders[matched - 1] ?? 0;
    if (lines[at] === lines[matched]) matched += 1;
    borders[at] = matched;
    if (at % STRIDE === 0) yield;
  }
  return borders;
}
