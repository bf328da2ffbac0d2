export { diffText } from './diff-text.ts';
export { findingsText } from './findings-text.ts';
export {
  appliedText,
  type LogPage,
  logText,
  pathsBelow,
  progressText,
  type ShowPath,
  stopText,
} from './operation-text.ts';
export { refusalTexts } from './refusal-text.ts';
