import { type LineRun, lineRuns } from './line-runs.ts';
import { type TextLines, textLines } from './text-lines.ts';

/** Lines that differ, and some around them. */
export interface Hunk {
  /** 1-based. */
  readonly oldStart: number;
  readonly oldLines: number;
  /** 1-based. */
  readonly newStart: number;
  readonly newLines: number;
  readonly removed: number;
  readonly added: number;
  /** Lines with their signs, and without their newlines; made on call, one after the other. */
  readonly lines: () => Iterable<string>;
}

export const NO_NEWLINE = '\\ No newline at end of file';

/** The hunks of a unified diff, which tell all that differs. */
export function diffHunks(before: string, after: string, context: number): readonly Hunk[] {
  const sides = { before: textLines(before), after: textLines(after) };
  return groups(placed(lineRuns(sides.before, sides.after)), context).map((runs) => hunkOf(sides, runs));
}

/** The lines of a hunk below its header. @param countsOne also counts a range of one line, as npm's `diff` does */
export function* hunkLines(hunk: Omit<Hunk, 'removed' | 'added'>, countsOne = false): Generator<string> {
  const { oldStart, oldLines, newStart, newLines, lines } = hunk;
  // An empty range names the line before it, as diff(1) does.
  const range = (start: number, count: number): string =>
    count === 1 && !countsOne ? `${start}` : `${count === 0 ? start - 1 : start},${count}`;
  yield `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`;
  yield* lines();
}

/** A run, and the 0-based lines of both texts at which it begins. */
interface PlacedRun extends LineRun {
  readonly old: number;
  readonly now: number;
}

function placed(runs: readonly LineRun[]): readonly PlacedRun[] {
  let [old, now] = [0, 0];
  return runs.map((run) => {
    const { kind, count } = run;
    const at = { ...run, old, now };
    if (kind !== 'added') old += count;
    if (kind !== 'removed') now += count;
    return at;
  });
}

/** The runs of each hunk: those of lines that are kept are cut to the context, and part two hunks if they are long. */
function groups(runs: readonly PlacedRun[], context: number): readonly (readonly PlacedRun[])[] {
  const all: PlacedRun[][] = [];
  let group: PlacedRun[] = [];
  for (const [index, run] of runs.entries()) {
    const { kind, count, old, now } = run;
    const isInside = index > 0 && index < runs.length - 1;
    if (kind !== 'kept' || (isInside && count <= 2 * context)) {
      group.push(run);
      continue;
    }
    const some = Math.min(context, count);
    if (index > 0) all.push([...group, { ...run, count: some }]);
    group = [{ kind, count: some, old: old + count - some, now: now + count - some }];
  }
  if (runs.at(-1)?.kind !== 'kept') all.push(group);
  return all.filter((each) => each.some(({ kind }) => kind !== 'kept'));
}

interface Sides {
  readonly before: TextLines;
  readonly after: TextLines;
}

function hunkOf(sides: Sides, runs: readonly PlacedRun[]): Hunk {
  const [{ old, now } = { old: 0, now: 0 }] = runs;
  const total = (kind: LineRun['kind']) => runs.reduce((sum, run) => sum + (run.kind === kind ? run.count : 0), 0);
  const [kept, removed, added] = [total('kept'), total('removed'), total('added')];
  return {
    ...{ oldStart: old + 1, oldLines: kept + removed, newStart: now + 1, newLines: kept + added, removed, added },
    lines: () => linesOf(sides, runs),
  };
}

const SIGNS = { kept: ' ', removed: '-', added: '+' } as const;

/** Lines that are made at once. */
const SOME = 1000;

function* linesOf({ before, after }: Sides, runs: readonly PlacedRun[]): Generator<string> {
  for (const { kind, count, old, now } of runs) {
    const [side, from] = kind === 'added' ? [after, now] : [before, old];
    for (let done = 0; done < count; done += SOME) {
      for (const line of side.slice(from + done, Math.min(SOME, count - done))) {
        const isOpen = !line.endsWith('\n');
        yield SIGNS[kind] + (isOpen ? line : line.slice(0, -1));
        if (isOpen) yield NO_NEWLINE;
      }
    }
  }
}
