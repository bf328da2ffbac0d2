export * as budgeted from './lib/budgeted/index.ts';
export * as claude from './lib/claude/index.ts';
export { type ContentBlock, type ImageBlock, type ResourceBlock, type TextBlock, text } from './lib/content.ts';
export * as gemini from './lib/gemini/index.ts';
export type { Rendered } from './lib/rendered.ts';
export type { Scene } from './lib/scene.ts';
export { boundedBlocks, boundedText, REST_NOTE } from './lib/shared/bounded-text.ts';
export type { TextLimit } from './lib/shared/text-limit.ts';
export { wellFormed } from './lib/shared/well-formed.ts';
