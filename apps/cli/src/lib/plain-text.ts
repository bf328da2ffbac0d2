import type { ToolResult } from '@dragoman/dialects';

/** A result as a model sees it, with a newline at its end, as programs print. */
export function plainText({ content }: ToolResult): string {
  return closed(content.map((block) => (block.type === 'text' ? block.text : describeBlock(block))).join('\n'));
}

type Media = Exclude<ToolResult['content'][number], { readonly type: 'text' }>;

/** A line that stands for a block other than text: `[image: image/png, 1234 bytes]`. */
export function describeBlock(block: Media): string {
  const { mimeType, data } = block.type === 'image' ? block : { ...block.resource, data: block.resource.blob };
  return `[${block.type}: ${mimeType}, ${byteLength(data)} bytes]`;
}

/** How many bytes base64 text stands for. */
export function byteLength(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

/** The text with a newline at its end; an empty one stays empty. */
export function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
