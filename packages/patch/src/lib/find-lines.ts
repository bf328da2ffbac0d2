/** The lines of a file, in which others are sought. */
export interface LineFinder {
  /** How many lines there are. */
  readonly count: number;
  /**
   * The 0-based index of the first place, from `from` on, where all the lines stand one after the other. A place of a
   * stricter comparison wins over all of a looser one. Null if there is none.
   */
  find(lines: readonly string[], from: number): number | null;
  /** The same, where the lines must be the last of the file. */
  findAtEnd(lines: readonly string[], from: number): number | null;
}

type Comparison = (line: string) => string;

const DASHES = /[‐‑‒–—―−]/g;
const SINGLE_QUOTES = /[‘’‚‛]/g;
const DOUBLE_QUOTES = /[“”„‟]/g;
const SPACES = /[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g;

/** What is compared of a line, the strictest way first. */
const COMPARISONS: readonly Comparison[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) =>
    line.trim().replace(DASHES, '-').replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(SPACES, ' '),
];

export function createLineFinder(file: readonly string[]): LineFinder {
  const compared = COMPARISONS.map((comparison) => onFirstUse(() => file.map(comparison)));
  const search = (sought: readonly string[], from: number): number | null => {
    for (const [index, comparison] of COMPARISONS.entries()) {
      const found = indexOfLines(compared[index]?.() ?? file, sought.map(comparison), from);
      if (found !== null) return found;
    }
    return null;
  };
  return {
    count: file.length,
    find: search,
    findAtEnd: (sought, from) => {
      const start = file.length - sought.length;
      return start < from ? null : search(sought, start);
    },
  };
}

function onFirstUse<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** Knuth, Morris and Pratt's search: each line of the file is looked at twice at most, however much repeats. */
function indexOfLines(file: readonly string[], sought: readonly string[], from: number): number | null {
  const borders = bordersOf(sought);
  let matched = 0;
  for (let at = from; at < file.length && matched < sought.length; at++) {
    while (matched > 0 && file[at] !== sought[matched]) matched = borders[matched - 1] ?? 0;
    if (file[at] === sought[matched]) matched += 1;
    if (matched === sought.length) return at + 1 - matched;
  }
  return sought.length === 0 && from <= file.length ? from : null;
}

/** For each beginning of the lines, how many of its first lines are its last ones, too. */
function bordersOf(lines: readonly string[]): number[] {
  const borders = lines.map(() => 0);
  let matched = 0;
  for (let at = 1; at < lines.length; at++) {
    while (matched > 0 && lines[at] !== lines[matched]) matched = borders[matched - 1] ?? 0;
    if (lines[at] === lines[matched]) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
