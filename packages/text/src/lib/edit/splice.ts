import type { Pace } from '@dragoman/fs-core/internal/kernel';
import type { TextDocument } from './text-document.ts';

/** Bytes that take the place of the bytes `[from, to)` of a document. Several are in ascending order, without overlap. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/** Splices between two pauses. */
const STRIDE = 1024;

/** Bytes of the document as it will be. */
export async function sizeAfter({ bytes }: TextDocument, splices: Iterable<Splice>, pace: Pace): Promise<number> {
  let size = bytes.length;
  let count = 0;
  for (const { from, to, bytes: added } of splices) {
    size += added.length - (to - from);
    count += 1;
    if (count % STRIDE === 0) await pace();
  }
  return size;
}

/** The document as it will be: what no splice covers stays as it is, bit for bit. */
export async function applySplices(
  document: TextDocument,
  splices: Iterable<Splice>,
  pace: Pace,
): Promise<TextDocument> {
  const { bytes } = document;
  const whole = Buffer.allocUnsafe(await sizeAfter(document, splices, pace));
  let end = 0;
  let kept = 0;
  let count = 0;
  for (const splice of splices) {
    end += bytes.copy(whole, end, kept, splice.from);
    whole.set(splice.bytes, end);
    end += splice.bytes.length;
    kept = splice.to;
    count += 1;
    if (count % STRIDE === 0) await pace();
  }
  bytes.copy(whole, end, kept);
  return { ...document, bytes: whole };
}
