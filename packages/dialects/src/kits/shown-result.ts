import type { ContentBlock } from '@dragoman/formatters';
import type { ToolResult } from '../lib/tool-result.ts';

/** A block of a result as text: what is not text is named. */
export function shownText(block: ContentBlock): string {
  return block.type === 'text' ? block.text : `(${mediaOf(block).mimeType})`;
}

/** All of a result as text, for kits whose tools answer nothing else. */
export function allText({ content }: ToolResult): string {
  return content.map(shownText).join('\n');
}

/** The media type and the Base64 of an image, of sound or a file. */
export function mediaOf(block: Exclude<ContentBlock, { type: 'text' }>) {
  if (block.type !== 'resource') return { mimeType: block.mimeType, data: block.data };
  return { mimeType: block.resource.mimeType, data: block.resource.blob };
}
