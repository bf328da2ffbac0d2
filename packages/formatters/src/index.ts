export type { Answer } from './lib/answers.ts';
export type * from './lib/budgeted/answers.ts';
export type * from './lib/facts.ts';
export type * from './lib/filesystem/answers.ts';
export {
  type AudioBlock,
  type ContentBlock,
  type Display,
  type ImageBlock,
  type Mark,
  type MarkedPart,
  type Reader,
  type Rendered,
  type ResourceBlock,
  type Scene,
  type TextBlock,
  text,
} from './lib/formatter.ts';
export { instructionsFor, type Situation, type WorkArea } from './lib/instructions.ts';
export {
  appliedText,
  diffText,
  findingsText,
  type LogPage,
  logText,
  pathsBelow,
  progressText,
  refusalTexts,
  type ShowPath,
  stopText,
} from './lib/journal/index.ts';
export { changesText, commitNotes, commitRefusal, commitWarning } from './lib/overlay/index.ts';
export { boundedBlocks, boundedText, REST_NOTE } from './lib/shared/bounded-text.ts';
export { commandFailed, ranCommand, taskProgress } from './lib/shared/command.ts';
export { nothingAllowed } from './lib/shared/failure-sentence.ts';
export { type GitChange, type GitFile, gitDiff } from './lib/shared/git-diff.ts';
export { plainLine, printableJson, printableText } from './lib/shared/printable.ts';
export { fits, type TextLimit } from './lib/shared/text-limit.ts';
export { wellFormed } from './lib/shared/well-formed.ts';
export { withoutEnd } from './lib/shared/without-end.ts';
