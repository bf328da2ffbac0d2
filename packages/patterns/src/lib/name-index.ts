import type { NamePattern } from './name-pattern.ts';

/** A pattern of a name, and its place among the others. */
export interface NameItem {
  readonly order: number;
  readonly name: NamePattern;
}

/** Patterns of names, of which a name meets only those whose literal beginning or end it has. */
export interface NameIndex<Item> {
  /** All that match a name, in no order. */
  all(name: string): Item[];
  /** The last in order of those that match a name and fit. */
  last(name: string, fits: (item: Item) => boolean): Item | undefined;
}

// Fewer are tested one after another sooner than they are looked up.
const FEW = 16;

/** @param items by their order */
export function createNameIndex<Item extends NameItem>(items: readonly Item[]): NameIndex<Item> {
  // Sorted when first asked: of many ignore files, and of most directories in them, nothing is asked.
  let bucketsFor = (name: string): readonly (readonly Item[])[] => {
    bucketsFor = items.length <= FEW ? () => [items] : byEnds(items);
    return bucketsFor(name);
  };
  return {
    all: (name) => bucketsFor(name).flatMap((bucket) => bucket.filter((item) => item.name.matches(name))),
    last(name, fits) {
      let best: Item | undefined;
      for (const bucket of bucketsFor(name)) {
        const isBetter = ({ order }: Item) => best === undefined || order > best.order;
        for (let at = bucket.length - 1; at >= 0; at -= 1) {
          const item = bucket[at];
          if (item === undefined || !isBetter(item)) break;
          if (!fits(item) || !item.name.matches(name)) continue;
          best = item;
          break;
        }
      }
      return best;
    },
  };
}

/** Sorts patterns by the longer one of the texts that a matching name begins and ends with. */
function byEnds<Item extends NameItem>(items: readonly Item[]): (name: string) => (readonly Item[])[] {
  const whole = new Map<string, Item[]>();
  const starts = new Map<string, Item[]>();
  const ends = new Map<string, Item[]>();
  const rest: Item[] = [];
  for (const item of items) {
    const { isWhole, start, end } = item.name.ends;
    if (isWhole) add(whole, start, item);
    else if (start === '' && end === '') rest.push(item);
    else if (end.length >= start.length) add(ends, end, item);
    else add(starts, start, item);
  }
  const [startLengths, endLengths] = [lengthsOf(starts), lengthsOf(ends)];
  return (name) => {
    const found = [rest, whole.get(name)];
    for (const length of startLengths) if (length <= name.length) found.push(starts.get(name.slice(0, length)));
    for (const length of endLengths) if (length <= name.length) found.push(ends.get(name.slice(-length)));
    return found.filter((bucket) => bucket !== undefined);
  };
}

function add<Item>(buckets: Map<string, Item[]>, text: string, item: Item): void {
  const bucket = buckets.get(text);
  if (bucket === undefined) buckets.set(text, [item]);
  else bucket.push(item);
}

function lengthsOf(buckets: ReadonlyMap<string, unknown>): number[] {
  return [...new Set([...buckets.keys()].map(({ length }) => length))];
}
