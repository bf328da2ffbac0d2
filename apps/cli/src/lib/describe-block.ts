import type { ToolResult } from '@dragoman/dialects';

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
