/** A list that may be long and is only read. */
export interface List<T> extends Iterable<T> {
  readonly length: number;
  /** Negative indices count from the end. */
  at(index: number): T | undefined;
}

const WIDTH = 3;
// V8 keeps a typed array of up to 64 bytes on its own heap, where it costs next to nothing.
const FIRST_ROOM = 5;

/** A list whose entries are numbers in one array: ten million objects would end a process that is short of memory. */
export interface CompactList<T> extends List<T> {
  /** Appends an entry, given as two or three whole numbers below 2^32. */
  add(first: number, second: number, third?: number): void;
}

/** @param entryOf makes an entry from the numbers that were added for it; called anew each time an entry is read */
export function compactList<T>(entryOf: (first: number, second: number, third: number) => T): CompactList<T> {
  let numbers = new Uint32Array(FIRST_ROOM * WIDTH);
  let length = 0;
  const entryAt = (index: number): T => {
    const at = index * WIDTH;
    return entryOf(numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0);
  };
  return {
    get length() {
      return length;
    },
    at(index) {
      const position = index < 0 ? length + index : index;
      return position >= 0 && position < length ? entryAt(position) : undefined;
    },
    add(first, second, third = 0) {
      const at = length * WIDTH;
      if (at === numbers.length) {
        const grown = new Uint32Array(at * 2);
        grown.set(numbers);
        numbers = grown;
      }
      numbers[at] = first;
      numbers[at + 1] = second;
      numbers[at + 2] = third;
      length += 1;
    },
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) yield entryAt(index);
    },
  };
}
