import type { ContentBlock } from '../formatter.ts';

/** Answer of a tool of dialect `filesystem`: the text once more, or the blocks that are no text. */
export type FilesystemAnswer = TextAnswer | MediaAnswer;

export type TextAnswer = { readonly content: string };

export type MediaAnswer = { readonly content: readonly Exclude<ContentBlock, { readonly type: 'text' }>[] };
