import type { DiffSide } from '@dragoman/outcomes/internal/parts';
import { loadCodec, sniffBytes } from '@dragoman/text/internal/text';

/** A side that is a link. */
export function linkSide(target: string): DiffSide {
  return { mode: '120000', text: Buffer.from(target).toString('latin1') };
}

/** A side that is a file. @param mode permission bits */
export function fileSide(mode: number, text: string | null): DiffSide {
  return { mode: (mode & 0o100) === 0 ? '100644' : '100755', text };
}

/** Git looks no further for a NUL. */
const HEAD_BYTES = 8000;

/** The bytes as they are, such that `git apply` finds them in a file; null of what Git takes for no text. */
export function gitText(bytes: Buffer): string | null {
  return bytes.subarray(0, HEAD_BYTES).includes(0) ? null : bytes.toString('latin1');
}

/** A text in UTF-8 as it is, one in another encoding in UTF-8; null of what is no text. */
export async function decodedText(bytes: Uint8Array): Promise<string | null> {
  const sniffed = await sniffBytes(bytes, { wholeSize: bytes.length });
  if (sniffed.kind !== 'text') return null;
  const { encoding, bomLength } = sniffed;
  if (encoding === 'utf-8') return Buffer.from(bytes).toString('latin1');
  const { decode } = await loadCodec(encoding);
  return Buffer.from(decode(bytes.subarray(bomLength))).toString('latin1');
}
