import { digestIn, type Recording } from '@dragoman/fs-core/internal/recorder';
import { emptiedBy, filesIn, nodesOf } from './entry.ts';
import { isEntry } from './is-entry.ts';
import { openJournal } from './journal.ts';
import type { JournalPlace } from './journal-place.ts';
import { isPinned } from './pins.ts';

/** Recording of an operation whose process could not, by the note that it left. Null if that is no entry of the journal. */
export function lateEntry(place: JournalPlace, note: unknown, isElsewhere: boolean): Recording | null {
  if (!isEntry(note)) return null;
  // Anybody may have written the record of a shared tree, or a process with another journal.
  if (isElsewhere && !isPinned(place.records, note)) return null;
  return {
    emptied: emptiedBy(note),
    async done(isDurable) {
      const journal = openJournal(place);
      const files = nodesOf(note).flatMap(filesIn);
      if (files.some(({ isKept, version, size }) => isKept && !journal.contents.has(digestIn(version), size))) return;
      await journal.enter(note, { durable: isDurable, isNew: false });
    },
  };
}
