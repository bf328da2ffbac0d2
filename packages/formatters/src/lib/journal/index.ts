export { diffText } from './diff-text.ts';
export { findingsText } from './findings-text.ts';
export { type LogPage, logText, pathsBelow, type ShowPath, type Turned, turnedText } from './operation-text.ts';
export { refusalTexts } from './refusal-text.ts';
