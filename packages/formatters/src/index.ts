export * as claude from './lib/claude/index.ts';
export { type ContentBlock, type ImageBlock, type TextBlock, text } from './lib/content.ts';
export type { Rendered, RenderLimits } from './lib/rendered.ts';
export { boundedBlocks, boundedText } from './lib/shared/bounded-text.ts';
