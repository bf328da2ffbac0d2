import type { PdfPage } from '@dragoman/outcomes/internal/parts';
import type { PictureBounds } from '../pictures/scale-request.ts';

/** The pages of a PDF to read. */
export interface PageRequest {
  readonly bytes: Uint8Array;
  /** 1-based. */
  readonly first: number;
  /** 1-based and inclusive; beyond the last page means the last page. */
  readonly last: number;
  /** Position in the text of the first page at which it begins, 1-based, in UTF-16 units. Default 1. */
  readonly offset?: number;
  /** UTF-16 units: no more text of one page is returned. */
  readonly maxPageChars: number;
  /** Bounds of the pictures of pages without text. Default: none is wanted. */
  readonly pictures?: PictureBounds;
}

/** Sent by the worker that reads a PDF: `opened` and then each page, or `refused`. */
export type PageEvent =
  | { readonly kind: 'opened'; readonly totalPages: number }
  | { readonly kind: 'page'; readonly page: PdfPage }
  /** Text is missing on a page read so far: its font needs a table of characters that is not shipped. */
  | { readonly kind: 'unmapped' }
  | { readonly kind: 'refused'; readonly reason: 'encrypted' | 'damaged' };
