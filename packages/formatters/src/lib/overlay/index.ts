export { changesText, commitNotes, commitRefusal, commitWarning } from './commit-text.ts';
