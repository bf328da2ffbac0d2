import type { ContentBlock } from '../formatter.ts';

/** What a tool of dialect `filesystem` answers: the text once more, or the blocks that are no text. */
export type FilesystemAnswer = TextAnswer | MediaAnswer;

export type TextAnswer = { readonly content: string };

export type MediaAnswer = { readonly content: readonly Exclude<ContentBlock, { readonly type: 'text' }>[] };
