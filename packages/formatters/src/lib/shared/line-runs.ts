import type { TextLines } from './text-lines.ts';

/** Lines that two texts share, or that one of them has alone. */
export interface LineRun {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly count: number;
}

/** The most lines that are told apart one by one, and the most that is looked at to find out: some 0.1 s. */
const MAX_EDITS = 4096;
const MAX_LOOKS = 9_000_000;

/** After so many edits, texts are given up that would take too many more, if they go on as they began. */
const FIRST_EDITS = 2048;

/**
 * The lines that turn one text into another, as few as there can be. If these are many, or hard to find, then all
 * lines between the first and the last that differ.
 */
export function lineRuns(before: TextLines, after: TextLines): readonly LineRun[] {
  const shortest = shortestRuns(before.hashes, after.hashes);
  if (shortest !== null && areEqualWhereKept(shortest, before, after)) return shortest;
  const middle = middleRuns(before, after);
  return areEqualWhereKept(middle, before, after) ? middle : runsOf([0, before.count, after.count, 0]);
}

/** Two lines with one hash are equal, but for one pair in four billions. */
function areEqualWhereKept(runs: readonly LineRun[], before: TextLines, after: TextLines): boolean {
  let [old, now] = [0, 0];
  for (const { kind, count } of runs) {
    if (kind === 'kept' && before.text(old, count) !== after.text(now, count)) return false;
    if (kind !== 'added') old += count;
    if (kind !== 'removed') now += count;
  }
  return true;
}

/** Runs of the lines between the ends that both texts share, which are kept. */
function middleRuns({ hashes: before }: TextLines, { hashes: after }: TextLines): readonly LineRun[] {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return runsOf([start, before.length - start - end, after.length - start - end, end]);
}

type Counts = readonly [lead: number, removed: number, added: number, trail: number];

function runsOf([lead, removed, added, trail]: Counts): readonly LineRun[] {
  const runs: LineRun[] = [
    { kind: 'kept', count: lead },
    { kind: 'removed', count: removed },
    { kind: 'added', count: added },
    { kind: 'kept', count: trail },
  ];
  return runs.filter(({ count }) => count > 0);
}

/** No path leads here. */
const NONE = -2;

/** State for one count of edits: how far the path on each diagonal comes, and by which edit. */
interface Front {
  /** The lowest diagonal. Every second one is gone through. */
  readonly lowest: number;
  /** Twice the last line of the old text that is reached, and one more if the last edit removes a line; or `NONE`. */
  readonly ends: Int32Array;
}

/**
 * Myers' greedy search ("An O(ND) Difference Algorithm", 1986), which leaves out diagonals beyond the ends of both
 * texts. Null if it would take too long.
 */
function shortestRuns(before: Int32Array, after: Int32Array): readonly LineRun[] | null {
  const most = Math.min(before.length + after.length, MAX_EDITS);
  const reached = new Int32Array(2 * most + 3).fill(NONE);
  const middle = most + 1;
  const fronts: Front[] = [];
  const lead = commonFrom(before, after, { old: -1, now: -1 });
  reached[middle] = lead - 1;
  if (lead === before.length && lead === after.length) return runsOf([lead, 0, 0, 0]);
  let [least, greatest] = [-most, most];
  let looks = lead;
  let furthest = 0;
  for (let edits = 1; edits <= most; edits += 1) {
    const lowest = Math.max(least, -edits);
    const highest = Math.min(greatest, edits);
    const ends = new Int32Array(Math.max(0, Math.floor((highest - lowest) / 2) + 1));
    fronts.push({ lowest, ends });
    for (let diagonal = lowest; diagonal <= highest; diagonal += 2) {
      const byRemoving = reached[middle + diagonal - 1] ?? NONE;
      const byAdding = reached[middle + diagonal + 1] ?? NONE;
      reached[middle + diagonal - 1] = NONE;
      const canAdd = byAdding !== NONE && byAdding >= diagonal && byAdding - diagonal < after.length;
      const canRemove = byRemoving !== NONE && byRemoving + 1 < before.length;
      const removes = canRemove && !(canAdd && byRemoving < byAdding);
      const index = (diagonal - lowest) >> 1;
      if (!canAdd && !canRemove) {
        reached[middle + diagonal] = NONE;
        ends[index] = NONE;
        continue;
      }
      const from = removes ? byRemoving + 1 : byAdding;
      const common = commonFrom(before, after, { old: from, now: from - diagonal });
      const old = from + common;
      const now = old - diagonal;
      ends[index] = 2 * old + (removes ? 1 : 0);
      looks += common + 1;
      furthest = Math.max(furthest, old + now);
      const [isOldDone, isNowDone] = [old + 1 >= before.length, now + 1 >= after.length];
      if (isOldDone && isNowDone) return runsBack(fronts, diagonal, lead);
      reached[middle + diagonal] = old;
      if (isOldDone) greatest = Math.min(greatest, diagonal - 1);
      if (isNowDone) least = Math.max(least, diagonal + 1);
    }
    const isHopeless = edits === FIRST_EDITS && furthest * 2 * MAX_EDITS < edits * (before.length + after.length);
    if (looks > MAX_LOOKS || isHopeless) return null;
  }
  return null;
}

/** Number of lines that are equal after the last lines that were reached. */
function commonFrom(before: Int32Array, after: Int32Array, { old, now }: { old: number; now: number }): number {
  const most = Math.min(before.length - old, after.length - now) - 1;
  let common = 0;
  while (common < most && before[old + 1 + common] === after[now + 1 + common]) common += 1;
  return common;
}

/** Follows the path that arrived, from its end to its beginning. */
function runsBack(fronts: readonly Front[], arrived: number, lead: number): readonly LineRun[] {
  const runs: LineRun[] = [];
  const add = (kind: LineRun['kind'], count: number): void => {
    const last = runs.at(-1);
    if (last?.kind === kind) runs[runs.length - 1] = { kind, count: last.count + count };
    else if (count > 0) runs.push({ kind, count });
  };
  let diagonal = arrived;
  for (let index = fronts.length - 1; index >= 0; index -= 1) {
    const end = endOn(fronts[index], diagonal);
    const removes = (end & 1) === 1;
    const before = diagonal + (removes ? -1 : 1);
    const from = index === 0 ? lead - 1 : endOn(fronts[index - 1], before) >> 1;
    add('kept', (end >> 1) - from - (removes ? 1 : 0));
    add(removes ? 'removed' : 'added', 1);
    diagonal = before;
  }
  add('kept', lead);
  return runs.reverse();
}

function endOn(front: Front | undefined, diagonal: number): number {
  return front?.ends[(diagonal - front.lowest) >> 1] ?? NONE;
}
