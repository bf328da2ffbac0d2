/** A block of a tool's result, as the Model Context Protocol has them. */
export type ContentBlock = TextBlock | ImageBlock;

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

export interface ImageBlock {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export function text(content: string): TextBlock {
  return { type: 'text', text: content };
}
