import type { TextFormat } from './text-format.ts';

/** Text, and how its bytes are to be read. */
export interface SniffedText extends TextFormat {
  readonly kind: 'text';
}

/** What a file holds, as its first bytes tell. */
export type Sniffed =
  | SniffedText
  | { readonly kind: 'image'; readonly mimeType: string }
  | { readonly kind: 'pdf'; readonly mimeType: 'application/pdf' }
  | { readonly kind: 'binary'; readonly mimeType: string | null };
