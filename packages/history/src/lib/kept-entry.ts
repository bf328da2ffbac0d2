import { type EntryChange, ToolError } from '@dragoman/fs-core/internal/kernel';
import { uniqueSuffix } from '@dragoman/fs-core/internal/own-files';
import type { Preparation, PreparedRecording, Recordable } from '@dragoman/fs-core/internal/recorder';
import { type Entry, emptiedBy } from './entry.ts';
import { type Journal, openJournal } from './journal.ts';
import { type JournalPlace, unkept } from './journal-place.ts';
import type { OperationKeeping } from './keeping.ts';
import { pinContents } from './pins.ts';

const TRIES = 5;

/** Keeps what changes replace, and what they put in its place. @throws ToolError `IO_ERROR`, `DISK_FULL` if it cannot */
export async function keptEntry(
  place: JournalPlace,
  changes: readonly Recordable[],
  { by, isElsewhere, write }: Preparation,
): Promise<PreparedRecording> {
  const journal = openJournal(place);
  try {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const keeping = journal.keep();
      const entry = await entryFor(by, changes, keeping);
      const pin = await journal.locked(() => {
        if (!keeping.isWhole) return null;
        write(entry);
        return isElsewhere && entry !== null ? pinContents(journal.records, entry) : NO_PIN;
      });
      if (pin !== null) return { ...recordingOf(journal, entry), ...pin, synced: () => keeping.synced() };
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

const NO_PIN: Disposable = { [Symbol.dispose]: () => undefined };

async function entryFor(
  by: Preparation['by'],
  changes: readonly Recordable[],
  keeping: OperationKeeping,
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

/** @param entry null if no byte changes */
function recordingOf(journal: Journal, entry: Entry | null) {
  return {
    emptied: emptiedBy(entry),
    async done(isDurable: boolean): Promise<void> {
      if (entry !== null) await journal.enter(entry, { durable: isDurable, isNew: true });
    },
  };
}
