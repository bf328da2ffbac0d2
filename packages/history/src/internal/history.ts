export { filesIn, type OperationEntry } from '../lib/entry.ts';
export type { History } from '../lib/history.ts';
export {
  emptyJournal,
  findJournal,
  type JournalOptions,
  type JournalPlace,
  placeJournal,
} from '../lib/journal-place.ts';
export { journalRecorder } from '../lib/journal-recorder.ts';
export { examineLocalJournal, openLocalHistory } from '../lib/local-journal.ts';
export type { Direction } from '../lib/name-changes.ts';
export type { ListedOperation, OperationList } from '../lib/operation-list.ts';
