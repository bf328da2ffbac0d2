export type { Mark, MarkedPart } from '../lib/formatter.ts';
export { diffText } from '../lib/journal/diff-text.ts';
export { findingsText } from '../lib/journal/findings-text.ts';
export {
  appliedText,
  commitStopText,
  type LogPage,
  logText,
  pathsBelow,
  progressText,
  type ShowPath,
  stopText,
} from '../lib/journal/operation-text.ts';
export { refusalTexts } from '../lib/journal/refusal-text.ts';
export { changesText, commitNotes, commitRefusal, commitWarning } from '../lib/overlay/commit-text.ts';
export { signalCode } from '../lib/shared/command-end.ts';
