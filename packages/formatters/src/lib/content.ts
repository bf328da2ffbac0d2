/** A block of a tool's result, as the Model Context Protocol defines it. */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceBlock;

/** Text for the model. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** An image for the model. */
export interface ImageBlock {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** Sound for the model. */
export interface AudioBlock {
  readonly type: 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** A file's bytes, with the file's own media type. */
export interface ResourceBlock {
  readonly type: 'resource';
  readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
}

/** A block of text. */
export function text(content: string): TextBlock {
  return { type: 'text', text: content };
}

/** @param path absolute */
export function resource(path: string, mimeType: string, data: Uint8Array): ResourceBlock {
  const uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  return { type: 'resource', resource: { uri, mimeType, blob: Buffer.from(data).toString('base64') } };
}
