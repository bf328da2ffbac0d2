export * as budgeted from './lib/budgeted/index.ts';
export * as claude from './lib/claude/index.ts';
export { type ContentBlock, type ImageBlock, type ResourceBlock, type TextBlock, text } from './lib/content.ts';
export * as gemini from './lib/gemini/index.ts';
export type { Rendered, RenderLimits } from './lib/rendered.ts';
export { boundedBlocks, boundedText } from './lib/shared/bounded-text.ts';
export { wellFormed } from './lib/shared/well-formed.ts';
