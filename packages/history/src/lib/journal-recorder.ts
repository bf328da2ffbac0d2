import type { Recorder } from '@dragoman/fs-core/internal/recorder';
import type { JournalPlace } from './journal-place.ts';

/** Records changes in a journal; the code for that is loaded with the first of them. */
export function journalRecorder(place: JournalPlace): Recorder {
  return {
    records: place.records,
    async prepared(changes, how) {
      const { keptEntry } = await import('./kept-entry.ts');
      return await keptEntry(place, changes, how);
    },
    async unfinished(note, isElsewhere) {
      const { lateEntry } = await import('./late-entry.ts');
      return lateEntry(place, note, isElsewhere);
    },
  };
}
