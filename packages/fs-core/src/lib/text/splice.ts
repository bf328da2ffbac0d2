import type { Piece } from '../volume.ts';
import type { TextDocument } from './text-document.ts';

/** Bytes that take the place of the bytes `[from, to)` of a document. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/** More of them are put together at once: to read and write each on its own would take longer by far. */
const MAX_PIECES = 1000;

/** The new content as pieces: what no splice covers stays as it is, bit for bit. Splices come in ascending order. */
export function piecesOf(document: TextDocument, splices: readonly Splice[]): readonly Piece[] {
  return splices.length > MAX_PIECES ? [applySplices(document, splices).bytes] : cutPieces(document, splices);
}

/** The document as it will be. */
export function applySplices(document: TextDocument, splices: readonly Splice[]): TextDocument {
  const parts = cutPieces(document, splices).map((piece) =>
    piece instanceof Uint8Array ? piece : document.bytes.subarray(piece.from, piece.to),
  );
  return { ...document, bytes: Buffer.concat(parts) };
}

function cutPieces({ bytes: { length } }: TextDocument, splices: readonly Splice[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let kept = 0;
  const keep = (to: number) => {
    if (to > kept) pieces.push({ from: kept, to });
  };
  for (const { from, to, bytes } of splices) {
    keep(from);
    if (bytes.length > 0) pieces.push(bytes);
    kept = to;
  }
  keep(length);
  return pieces;
}
