export { type ContentBlock, type ImageBlock, type TextBlock, text } from './lib/content.ts';
