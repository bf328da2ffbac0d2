import { ToolError } from '../errors/tool-error.ts';
import type { Entry, EntryChange } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import { unkept } from '../journal/journal-place.ts';
import type { ContentKeeper } from '../journal/keeping.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import type { Stage, Stageable } from './planned.ts';

/** An entry that is about to be put in place. */
export interface Keepable {
  readonly changes: readonly Stageable[];
  readonly by: NonNullable<Stage['by']>;
  /** Writes down what is about to be done; called while no other process removes what was kept. */
  readonly write: (entry: Entry | null) => void;
}

/** An entry whose contents are in the journal, and what puts these on the disk. */
export interface KeptEntry {
  /** Null if no byte changes. */
  readonly entry: Entry | null;
  synced(): Promise<void>;
}

const TRIES = 5;

/** Keeps what changes replace, and what they put in its place. @throws ToolError `IO_ERROR`, `DISK_FULL` if it cannot */
export async function keptEntry(journal: Journal, { changes, by, write }: Keepable): Promise<KeptEntry> {
  try {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const keeping = journal.keep();
      const entry = await entryFor(by, changes, keeping);
      const isWhole = await journal.locked(() => {
        const { isWhole } = keeping;
        if (isWhole) write(entry);
        return isWhole;
      });
      if (isWhole) return { entry, synced: () => keeping.synced() };
    }
  } catch (error) {
    throw unkept(error, journal.directory);
  }
  const path = journal.directory;
  throw new ToolError(
    { code: 'IO_ERROR', path, action: 'write' },
    `Cannot keep a journal in "${path}": its contents go`,
  );
}

async function entryFor(
  by: Keepable['by'],
  changes: readonly Stageable[],
  keeping: ContentKeeper,
): Promise<Entry | null> {
  const named = { id: uniqueSuffix().slice(0, ID_LENGTH), time: new Date().toISOString() };
  if ('kind' in by) return { ...by, ...named, grownBy: 0 };
  const found: EntryChange[] = [];
  for (const change of changes) found.push(...(await change.entries(keeping)));
  if (found.length === 0) return null;
  const { session, dialect, tool, client } = by;
  return { kind: 'operation', ...named, session, dialect, tool, client, changes: found, grownBy: keeping.grownBy };
}

const ID_LENGTH = 8;
