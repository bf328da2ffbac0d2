import type { List } from './compact-list.ts';
import type { TextDocument } from './text-document.ts';

/** Bytes that take the place of the bytes `[from, to)` of a document. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/** In ascending order and without overlap. */
export type Splices = Pick<List<Splice>, 'length' | typeof Symbol.iterator>;

/** Above this many splices, one buffer is hashed and written much faster than so many pieces. */
const MAX_PIECES = 1000;

/** The new content as pieces: what no splice covers stays as it is, bit for bit. */
export function piecesOf(document: TextDocument, splices: Splices): readonly Uint8Array[] {
  return splices.length > MAX_PIECES ? [applySplices(document, splices).bytes] : cutPieces(document, splices);
}

/** Bytes of the document as it will be. */
export function sizeAfter({ bytes }: TextDocument, splices: Iterable<Splice>): number {
  let size = bytes.length;
  for (const { from, to, bytes: added } of splices) size += added.length - (to - from);
  return size;
}

/** The document as it will be. */
export function applySplices(document: TextDocument, splices: Iterable<Splice>): TextDocument {
  const { bytes } = document;
  const whole = Buffer.allocUnsafe(sizeAfter(document, splices));
  let end = 0;
  let kept = 0;
  for (const splice of splices) {
    end += bytes.copy(whole, end, kept, splice.from);
    whole.set(splice.bytes, end);
    end += splice.bytes.length;
    kept = splice.to;
  }
  bytes.copy(whole, end, kept);
  return { ...document, bytes: whole };
}

/** What is kept comes from the document too, so that nothing of the file is read twice. */
function cutPieces({ bytes }: TextDocument, splices: Iterable<Splice>): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const add = (piece: Uint8Array) => {
    if (piece.length > 0) pieces.push(piece);
  };
  let kept = 0;
  for (const splice of splices) {
    add(bytes.subarray(kept, splice.from));
    add(splice.bytes);
    kept = splice.to;
  }
  add(bytes.subarray(kept));
  return pieces;
}
