import type { TextDocument } from './text-document.ts';

/** Bytes that take the place of the bytes `[from, to)` of a document. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/** More splices than this are put together in memory: hashing and writing so many pieces would take far longer. */
const MAX_PIECES = 1000;

/** The new content as pieces: what no splice covers stays as it is, bit for bit. Splices come in ascending order. */
export function piecesOf(document: TextDocument, splices: readonly Splice[]): readonly Uint8Array[] {
  return splices.length > MAX_PIECES ? [applySplices(document, splices).bytes] : cutPieces(document, splices);
}

/** The document as it will be. */
export function applySplices(document: TextDocument, splices: readonly Splice[]): TextDocument {
  return { ...document, bytes: Buffer.concat(cutPieces(document, splices)) };
}

/** What is kept comes from the document too, so that nothing of the file is read twice. */
function cutPieces({ bytes }: TextDocument, splices: readonly Splice[]): readonly Uint8Array[] {
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
