import type { Entry } from './entry.ts';
import { timeIn } from './entry-line.ts';
import type { EntryList } from './entry-list.ts';
import type { JournalPlace, Usage } from './journal-place.ts';

interface Addition {
  readonly list: EntryList;
  readonly entry: Entry;
}

interface UsageCount {
  /** True if old operations have to go. */
  readonly isOver: boolean;
  /** Called when the list has the entry. */
  readonly added: () => void;
}

/** Counts an entry that is about to be added; reads the list again where other processes have added to it. */
export function countUsage({ usage, limits }: JournalPlace, { list, entry }: Addition): UsageCount {
  // A mark adds nothing, and most programs that add one end with it.
  if (entry.kind !== 'operation' && usage.listSize < 0) return { isOver: false, added: () => undefined };
  if (list.size !== usage.listSize) readUsage(usage, list);
  usage.bytes += entry.grownBy;
  if (entry.kind === 'operation') usage.oldest = Math.min(usage.oldest, Date.parse(entry.time));
  const isOver = usage.bytes > limits.maxBytes || Date.now() - usage.oldest > limits.maxAgeMs;
  return {
    isOver,
    added() {
      usage.listSize = list.size;
    },
  };
}

function readUsage(usage: Usage, list: EntryList): void {
  usage.bytes = 0;
  usage.oldest = Number.POSITIVE_INFINITY;
  for (const line of list.lines()) {
    usage.bytes += line.grownBy;
    // Not the first of them alone: it may be damaged, and a clock may have gone backwards.
    const time = line.kind === 'operation' ? timeIn(line) : Number.NaN;
    if (time < usage.oldest) usage.oldest = time;
  }
}
