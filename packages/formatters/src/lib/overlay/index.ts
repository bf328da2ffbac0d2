export { changesText, commitRefusal, commitWarning } from './commit-text.ts';
