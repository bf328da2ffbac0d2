import { lockFile } from '@dragoman/fs-core/internal/own-files';
import { type Contents, openContents } from './contents.ts';
import type { Entry } from './entry.ts';
import { entryListIn, type UnsyncedLine } from './entry-list.ts';
import { evict } from './evict.ts';
import { type JournalPlace, unkept } from './journal-place.ts';
import { beginKeeping, type OperationKeeping } from './keeping.ts';
import { countUsage } from './usage.ts';

/**
 * A record of the changes by calls of tools, and of what was there before: shared by all processes that name its
 * directory.
 */
export interface Journal {
  readonly directory: string;
  /** Directory of the records of intent of operations that are not done yet. */
  readonly records: string;
  readonly contents: Contents;
  /** Begins to keep the contents of one operation. */
  keep(): OperationKeeping;
  /** Runs a task while no other process changes the list, or removes contents. */
  locked<T>(task: () => T | Promise<T>): Promise<T>;
  /** Adds an entry, unless it is there; the oldest go where there is too much. @throws ToolError `IO_ERROR`, `DISK_FULL` */
  enter(entry: Entry, how: EnterOptions): Promise<void>;
}

interface EnterOptions {
  /** True if the entry must be on the disk when the call ends. */
  readonly durable: boolean;
  /** True if the entry cannot be there yet. */
  readonly isNew: boolean;
}

/** Reads and writes a journal. */
export function openJournal(place: JournalPlace): Journal {
  const { directory, records, limits } = place;
  const contents = openContents(place.contents);
  const list = entryListIn(directory);
  const locked = async <T>(task: () => T | Promise<T>): Promise<T> => {
    using _lock = await lockFile(list.path);
    return await task();
  };
  const append = async (entry: Entry, isNew: boolean): Promise<UnsyncedLine | null> => {
    // A command that enters what a killed server did may have smaller limits than that: the next server lets old ones go.
    if (!isNew) return list.lines().some(({ id }) => id === entry.id) ? null : list.append(entry);
    const { isOver, added } = countUsage(place, { list, entry });
    const appended = list.append(entry);
    added();
    if (isOver) {
      await evict({ list, contents, records }, limits);
      place.usage.listSize = -1;
    }
    return appended;
  };
  return {
    directory,
    records,
    contents,
    locked,
    keep: () => beginKeeping(contents, limits.maxBytes),
    async enter(entry, { durable, isNew }) {
      try {
        using appended = await locked(() => append(entry, isNew));
        if (durable) await appended?.sync();
      } catch (error) {
        throw unkept(error, directory);
      }
    },
  };
}
