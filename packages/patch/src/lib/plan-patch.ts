import { createLineFinder, type LineFinder } from './find-lines.ts';
import type { Hunk, HunkLine } from './patch.ts';
import { atOnce, MOST_HUNKS, type Steps } from './steps.ts';

/** Lines of a file and what replaces them. */
export interface LineEdit {
  /** 0-based index of the first removed line; if none is removed, of the line before which the new lines go. */
  readonly start: number;
  /** Number of lines removed. */
  readonly removed: number;
  readonly added: readonly string[];
}

/** The file lacks lines that a hunk names, or has them elsewhere. */
export class MissingTextError extends Error {
  override readonly name = 'MissingTextError';
  /** A line of a `@@`, or the lines that a hunk keeps and removes. */
  readonly sought: 'context' | 'lines';
  readonly lines: readonly string[];

  constructor(sought: 'context' | 'lines', lines: readonly string[]) {
    super(`The file does not hold the ${sought === 'context' ? 'line that a hunk stands below' : 'lines of a hunk'}`);
    this.sought = sought;
    this.lines = lines;
  }
}

/**
 * The edits that hunks make in a file, in the order of its lines; they do not overlap.
 * @param lines of the file, without their endings and without a byte-order mark
 * @throws MissingTextError
 * @example planPatch(['one', 'two'], section.hunks)
 */
export function planPatch(lines: readonly string[], hunks: readonly Hunk[]): LineEdit[] {
  return atOnce(planPatchInSteps(lines, hunks));
}

/**
 * Plans like `planPatch`, in steps of less than a millisecond each.
 * @throws MissingTextError
 * @example for (const _ of planPatchInSteps(['one', 'two'], section.hunks)) await setImmediate()
 */
export function* planPatchInSteps(lines: readonly string[], hunks: readonly Hunk[]): Steps<LineEdit[]> {
  const sought = hunks.map(soughtLines);
  const finder = createLineFinder(
    lines,
    sought.flatMap(({ contexts, old }) => [...contexts, ...old]),
  );
  const edits: LineEdit[] = [];
  let from = 0;
  for (const [index, each] of sought.entries()) {
    const placed = yield* placeOf(each, finder, from);
    for (const edit of editsOf(placed.lines, placed.at)) edits.push(edit);
    from = placed.next;
    if (index % MOST_HUNKS === MOST_HUNKS - 1) yield;
  }
  return edits.sort((one, other) => one.start - other.start);
}

/** A hunk, and the lines of the file that it names. */
interface SoughtHunk extends Hunk {
  /** The lines that it keeps and removes. */
  readonly old: readonly string[];
}

function soughtLines(hunk: Hunk): SoughtHunk {
  const old: string[] = [];
  for (const { kind, text } of hunk.lines) if (kind !== 'added') old.push(text);
  return { ...hunk, old };
}

/** The position where a hunk applies, and its lines, without an empty last line that the file does not have. */
interface PlacedHunk {
  readonly at: number;
  readonly lines: readonly HunkLine[];
  /** The line where the search for the next hunk begins; a hunk that only appends to the file does not move it. */
  readonly next: number;
}

function* placeOf(hunk: SoughtHunk, finder: LineFinder, from: number): Steps<PlacedHunk> {
  const { contexts, lines, old, atEnd } = hunk;
  let below = from;
  for (const context of contexts) {
    const found = yield* finder.find([context], below);
    if (found === null) throw new MissingTextError('context', [context]);
    below = found + 1;
  }
  if (old.length === 0) return { at: contexts.length > 0 && !atEnd ? below : finder.count, lines, next: below };
  const find = (some: readonly string[]) => (atEnd ? finder.findAtEnd(some, below) : finder.find(some, below));
  const found = yield* find(old);
  if (found !== null) return { at: found, lines, next: found + old.length };
  const shorter = old.at(-1) === '' ? yield* find(old.slice(0, -1)) : null;
  if (shorter === null) throw new MissingTextError('lines', old);
  return { at: shorter, lines: withoutEmptyLast(lines), next: shorter + old.length - 1 };
}

/**
 * The hunk without its empty last old line and, if the last new line is empty, without that. A kept line that is
 * dropped on one side only becomes a removed or an added one.
 */
function withoutEmptyLast(lines: readonly HunkLine[]): HunkLine[] {
  const lastOld = lines.findLastIndex(({ kind }) => kind !== 'added');
  const lastNew = lines.findLastIndex(({ kind }) => kind !== 'removed');
  const goes = lines[lastNew]?.text === '' ? lastNew : -1;
  return lines.flatMap((line, index): HunkLine[] => {
    if (index !== goes && index !== lastOld) return [line];
    if (line.kind !== 'kept' || goes === lastOld) return [];
    return [{ kind: index === lastOld ? 'added' : 'removed', text: '' }];
  });
}

/** One edit for each run of lines that are removed or added. */
function editsOf(lines: readonly HunkLine[], start: number): LineEdit[] {
  const edits: LineEdit[] = [];
  let at = start;
  let run: { start: number; removed: number; added: string[] } | null = null;
  for (const { kind, text } of lines) {
    if (kind === 'kept') {
      run = null;
      at += 1;
      continue;
    }
    if (run === null) {
      run = { start: at, removed: 0, added: [] };
      edits.push(run);
    }
    if (kind === 'added') run.added.push(text);
    else {
      run.removed += 1;
      at += 1;
    }
  }
  return edits;
}
