import type { Facts } from './facts.ts';
import type { TextLimit } from './shared/text-limit.ts';
import type { TypedAnswer } from './shared/typed-answer.ts';

/** A tool's arguments, as they were given. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The reader of a result. */
export interface Reader {
  /** The most text that is shown. */
  readonly limit: TextLimit;
  /** Given if a person reads it, not a model. */
  readonly display?: Display | undefined;
}

/** Surroundings in which a failure is explained. */
export interface Scene {
  /** The tree that the session names as its root. */
  readonly root: string;
  /** The directory at which relative paths start. Default: the root. */
  readonly cwd?: string;
  /** Name of the tool that was called. */
  readonly tool?: string;
  /** Limit of the sentence. */
  readonly limit: TextLimit;
}

/** Result of a formatter for an outcome: the blocks a model reads, and the facts a program reads. */
export interface FormattedResult<Outcome extends Facts = Facts, Structured extends object | undefined = undefined> {
  readonly content: readonly ContentBlock[];
  /** Goes into `_meta["dragoman/outcome"]`. */
  readonly outcome: Outcome;
  readonly structuredContent?: Structured;
  /** The typed form for scripts, if only the formatter has all that it holds. */
  readonly typed?: () => TypedAnswer | null;
}

/** A part of a text that may stand out if a person reads it. */
export type MarkedPart = 'path' | 'number' | 'match';

/** Returns a part of a text so that it stands out. */
export type Mark = (part: MarkedPart, text: string) => string;

/** Settings for showing a person what a model reads: edits end with a diff. */
export interface Display {
  /** Default: nothing stands out. */
  readonly mark?: Mark | undefined;
}

/** Leaves every part as a model reads it. */
export const unmarked: Mark = (_part, text) => text;

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
