/** An index of the lines of a file. */
export interface LineFinder {
  /** How many lines there are. */
  readonly count: number;
  /**
   * The 0-based index of the first of the lines, at or after `from`, where all of them follow each other. A match
   * by a stricter comparison wins over all matches by looser ones. Null if there is no match.
   */
  find(lines: readonly string[], from: number): number | null;
  /** The same for lines that must be the last of the file. */
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

/** For each prefix of the lines, the length of its longest proper prefix that is also its suffix. */
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
