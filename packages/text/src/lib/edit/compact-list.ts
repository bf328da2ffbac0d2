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
export class CompactList<T> implements List<T> {
  length = 0;
  readonly #entryOf: (first: number, second: number, third: number) => T;
  #numbers = new Uint32Array(FIRST_ROOM * WIDTH);

  /** @param entryOf makes an entry from the numbers that were added for it; called anew each time an entry is read */
  constructor(entryOf: (first: number, second: number, third: number) => T) {
    this.#entryOf = entryOf;
  }

  at(index: number): T | undefined {
    const position = index < 0 ? this.length + index : index;
    return position >= 0 && position < this.length ? this.#entryAt(position) : undefined;
  }

  /** Appends an entry, given as three whole numbers below 2^32. */
  add(first: number, second: number, third: number): void {
    const at = this.length * WIDTH;
    if (at === this.#numbers.length) {
      const grown = new Uint32Array(at * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[at] = first;
    this.#numbers[at + 1] = second;
    this.#numbers[at + 2] = third;
    this.length += 1;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; index < this.length; index += 1) yield this.#entryAt(index);
  }

  #entryAt(index: number): T {
    const at = index * WIDTH;
    return this.#entryOf(this.#numbers[at] ?? 0, this.#numbers[at + 1] ?? 0, this.#numbers[at + 2] ?? 0);
  }
}
