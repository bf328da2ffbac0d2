import type { OperationEntry } from '../journal/entry.ts';
import { aboutOf, type EntryLine, entryOf } from '../journal/entry-line.ts';

/** One operation of a journal. */
export interface ListedOperation {
  readonly id: string;
  readonly state: 'done' | 'undone';
  /** Whether all of its paths may be shown and changed. */
  readonly isAllowed: boolean;
  /** All paths that it changed; cheaper than its entry. */
  paths(): readonly string[];
  /** What it did; null if the journal is damaged there. Read on demand: there may be thousands. */
  entry(): OperationEntry | null;
}

/** All operations of a journal, of which no more is read than is asked for. */
export interface OperationList {
  /** The newest first. */
  readonly all: Iterable<ListedOperation>;
  /** Ids of those that are undone, the one undone last first. */
  readonly undone: Iterable<string>;
}

/**
 * @param lines the newest first, so that each mark comes before the operations that it is about
 * @param isAllowed judges a path
 */
export function listOperations(lines: Iterable<EntryLine>, isAllowed: (path: string) => boolean): OperationList {
  const rest = lines[Symbol.iterator]();
  const judge = remembering(isAllowed);
  const [all, undone]: [ListedOperation[], string[]] = [[], []];
  const states = new Map<string, ListedOperation['state']>();
  const readOn = (): boolean => {
    const { done = false, value: line } = rest.next();
    if (done) return false;
    if (line.kind === 'operation') all.push(new LineOperation(line, states.get(line.id) ?? 'done', judge));
    if (line.kind === 'undo' || line.kind === 'redo') undone.push(...mark(states, line));
    return true;
  };
  return { all: growing(all, readOn), undone: growing(undone, readOn) };
}

/** What is there already, and then what reading on adds. */
function growing<T>(found: readonly T[], readOn: () => boolean): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at += 1) {
        while (at >= found.length) if (!readOn()) return;
        const next = found[at];
        if (next !== undefined) yield next;
      }
    },
  };
}

/** Takes note of a mark, but for what a later one is about. Returns what is undone by it, the last first. */
function mark(states: Map<string, ListedOperation['state']>, line: EntryLine): string[] {
  const ids = aboutOf(line).filter((id) => !states.has(id));
  for (const id of ids) states.set(id, line.kind === 'undo' ? 'undone' : 'done');
  return line.kind === 'undo' ? ids.reverse() : [];
}

/** Judges paths as JSON: the same few files are changed again and again. */
function remembering(isAllowed: (path: string) => boolean): (line: EntryLine) => boolean {
  const verdicts = new Map<string, boolean>();
  return (line) => {
    const { about } = line;
    const known = verdicts.get(about);
    if (known !== undefined) return known;
    const paths = aboutOf(line);
    const verdict = paths.length > 0 && paths.every(isAllowed);
    verdicts.set(about, verdict);
    return verdict;
  };
}

class LineOperation implements ListedOperation {
  readonly state: ListedOperation['state'];
  readonly #line: EntryLine;
  readonly #judge: (line: EntryLine) => boolean;

  constructor(line: EntryLine, state: ListedOperation['state'], judge: (line: EntryLine) => boolean) {
    this.state = state;
    this.#line = line;
    this.#judge = judge;
  }

  get id(): string {
    return this.#line.id;
  }

  get isAllowed(): boolean {
    return this.#judge(this.#line);
  }

  paths(): readonly string[] {
    return aboutOf(this.#line);
  }

  entry(): OperationEntry | null {
    const entry = entryOf(this.#line);
    return entry?.kind === 'operation' && entry.id === this.id ? entry : null;
  }
}

/** Reads on until one fits; null if none does. */
export function firstOf<T>(all: Iterable<T>, fits: (each: T) => boolean): T | null {
  for (const each of all) if (fits(each)) return each;
  return null;
}
