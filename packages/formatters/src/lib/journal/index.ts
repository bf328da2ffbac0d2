export { type LogPage, logText, pathsBelow, type ShowPath, type Turned, turnedText } from './operation-text.ts';
export { refusalTexts } from './refusal-text.ts';
