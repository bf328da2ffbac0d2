/** The lines of a text, each with its newline: where they begin, and a hash of each to compare them by. */
export interface TextLines {
  readonly count: number;
  /** A few lines, from the `from`-th on, which is 0-based. */
  slice(from: number, count: number): string[];
  /** The text of a few lines. */
  text(from: number, count: number): string;
  /** Hashes that tell lines apart; by chance equal for a pair in four billions that differ. */
  readonly hashes: Int32Array;
}

const NEWLINE = 0x0a;

/** The lines of a text, without a string of each: a text of a few megabytes may have millions of them. */
export function textLines(text: string): TextLines {
  const count = countLines(text);
  const starts = new Int32Array(count + 1);
  const hashes = new Int32Array(count);
  // FNV-1a over code units.
  let hash = SEED;
  let line = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ unit, PRIME);
    if (unit !== NEWLINE) continue;
    hashes[line] = hash;
    line += 1;
    starts[line] = at + 1;
    hash = SEED;
  }
  if (line < count) hashes[line] = hash;
  starts[count] = text.length;
  const part = (from: number, lines: number) => text.slice(starts[from], starts[Math.min(from + lines, count)]);
  const slice = (from: number, lines: number) => Array.from({ length: lines }, (_, index) => part(from + index, 1));
  return { count, hashes, text: part, slice };
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

function countLines(text: string): number {
  let newlines = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === NEWLINE) newlines += 1;
  return newlines + (text === '' || text.endsWith('\n') ? 0 : 1);
}
