export * as agent from './lib/agent/index.ts';
export type { Answer } from './lib/answers.ts';
export type * from './lib/budgeted/answers.ts';
export * as budgeted from './lib/budgeted/index.ts';
export * as claudeCode from './lib/claude-code/index.ts';
export * as codex from './lib/codex/index.ts';
export {
  type AudioBlock,
  type ContentBlock,
  type ImageBlock,
  type ResourceBlock,
  type TextBlock,
  text,
} from './lib/content.ts';
export type { Display, Mark, MarkedPart } from './lib/display.ts';
export * as editor from './lib/editor/index.ts';
export type * from './lib/facts.ts';
export type * from './lib/filesystem/answers.ts';
export * as filesystem from './lib/filesystem/index.ts';
export * as gemini from './lib/gemini/index.ts';
export { instructionsFor, type Place, type Situation } from './lib/instructions.ts';
export {
  type LogPage,
  logText,
  pathsBelow,
  refusalTexts,
  type ShowPath,
  type Turned,
  turnedText,
} from './lib/journal/index.ts';
export type { Reader } from './lib/reader.ts';
export type { Rendered } from './lib/rendered.ts';
export type { Scene } from './lib/scene.ts';
export { boundedBlocks, boundedText, REST_NOTE } from './lib/shared/bounded-text.ts';
export { commandFailed, ranCommand, taskProgress } from './lib/shared/command.ts';
export type { TextLimit } from './lib/shared/text-limit.ts';
export { wellFormed } from './lib/shared/well-formed.ts';
export * as textEditor from './lib/text_editor/index.ts';
export type { MemoryOutcome } from './lib/text_editor/memory.ts';
