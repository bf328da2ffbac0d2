import type { MarkEntry, OperationEntry } from './entry.ts';
import { aboutOf, countIn, type EntryLine, entryOf, linesIn } from './entry-line.ts';

/** One operation of a journal. */
export interface ListedOperation {
  readonly id: string;
  readonly state: 'done' | 'undone';
  /** All paths that it changed; cheaper than its entry. */
  paths(): readonly string[];
  /** The entry of the operation; null if the journal is damaged there. Read on demand: there may be thousands. */
  entry(): OperationEntry | null;
  /** The `MarkEntry.removed` of its last undo or redo. */
  removed(): MarkEntry['removed'];
}

/** The operations of a journal whose paths may all be shown and changed; no more is read than is asked for. */
export interface OperationList {
  /** The newest first. */
  readonly all: Iterable<ListedOperation>;
  /** Number of operations. Damaged ones may be counted, too. */
  count(): number;
  /** Ids of those that are undone, the one undone last first; others may be among them. */
  readonly undone: Iterable<string>;
}

/**
 * @param blocks bytes of lines, the newest first, so that each mark comes before the operations that it is about
 * @param isAllowed judges a path
 */
export function listOperations(blocks: Iterable<Buffer>, isAllowed: (path: string) => boolean): OperationList {
  const judge = remembering(isAllowed);
  return {
    all: { [Symbol.iterator]: () => operationsIn(blocks, judge) },
    undone: { [Symbol.iterator]: () => undoneIn(blocks) },
    count() {
      let count = 0;
      const verdicts = new Map<number, boolean>();
      for (const block of blocks) count += countIn(block, judge, verdicts);
      return count;
    },
  };
}

function* operationsIn(blocks: Iterable<Buffer>, judge: Judge): Generator<ListedOperation> {
  const marks: Marks = new Map();
  for (const block of blocks)
    for (const line of linesIn(block.toString('latin1')).reverse()) {
      if (line.kind !== 'operation') mark(marks, line);
      else if (judge(line.about)) yield operationOf(line, marks.get(line.id));
    }
}

function* undoneIn(blocks: Iterable<Buffer>): Generator<string> {
  const marks: Marks = new Map();
  for (const block of blocks)
    for (const line of linesIn(block.toString('latin1')).reverse())
      if (line.kind !== 'operation') yield* mark(marks, line);
}

/** The last undo or redo of operations, by their ids. */
type Marks = Map<string, EntryLine>;

/** Takes note of a mark, but for what a later one is about. Returns what is undone by it, the last first. */
function mark(marks: Marks, line: EntryLine): string[] {
  if (line.kind !== 'undo' && line.kind !== 'redo') return [];
  const ids = aboutOf(line).filter((id) => !marks.has(id));
  for (const id of ids) marks.set(id, line);
  return line.kind === 'undo' ? ids.reverse() : [];
}

/** Judges paths as JSON: the same few files are changed again and again. */
function remembering(isAllowed: (path: string) => boolean): Judge {
  const verdicts = new Map<string, boolean>();
  return (about) => {
    const known = verdicts.get(about);
    if (known !== undefined) return known;
    const paths = aboutOf({ about });
    const verdict = paths.length > 0 && paths.every(isAllowed);
    verdicts.set(about, verdict);
    return verdict;
  };
}

/** @param about as `EntryLine.about` */
type Judge = (about: string) => boolean;

function operationOf(line: EntryLine, mark: EntryLine | undefined): ListedOperation {
  return {
    id: line.id,
    state: mark?.kind === 'undo' ? 'undone' : 'done',
    paths: () => aboutOf(line),
    entry() {
      const entry = entryOf(line);
      return entry?.kind === 'operation' && entry.id === line.id ? entry : null;
    },
    removed() {
      const entry = mark === undefined ? null : entryOf(mark);
      return entry === null || entry.kind === 'operation' ? undefined : entry.removed;
    },
  };
}
