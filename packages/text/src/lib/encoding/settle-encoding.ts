import type { OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';
import type { EncodingGuess } from './text-format.ts';
import { completeUtf8Length } from './utf8.ts';

/** Bytes from which an encoding is guessed. */
export const SAMPLE_BYTES = 64 * 1024;

/** The first bytes of a file, as many as an encoding is guessed from. */
export function readSample(file: OpenFile): Promise<Buffer> {
  return readRange(file, 0, SAMPLE_BYTES);
}

/**
 * The encoding of bytes that are not plainly UTF-8: the one that they declare if they fit it, else the likeliest. What may
 * follow the bytes is not known, so their last character may be cut.
 */
export async function settleEncoding(bytes: Uint8Array): Promise<EncodingGuess> {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const { declaredEncoding, fitsDeclaration } = await import('./declared-encoding.ts');
  const declared = declaredEncoding(sample);
  if (declared !== null && declared !== 'utf-8' && (await fitsDeclaration(sample, declared))) {
    return { encoding: declared, alternatives: [] };
  }
  const { detectEncoding } = await import('./detect-encoding.ts');
  return detectEncoding(sample);
}

/** Letters that hardly any text has, but Chinese or Cyrillic if it is read as UTF-8: `ϵͳ` for `系统`, `ʲô` for `什么`. */
const UNUSUAL =
  /[\u0363-\u036f]|[\u0180-\u019f\u01a2-\u01ae\u01b1-\u01cc\u01dd-\u0217\u021c-\u02ba\u02bd-\u02c5\u02d1-\u02ff\u0370-\u0373\u0376-\u037d\u03cf-\u03ff\u0700-\u08ff\u1680-\u177f\u1800-\u1cff\u2c00-\u2dff\ua4d0-\uabff]/;

/** True if a text that was read as UTF-8 has letters that make another encoding likely enough to weigh it. */
export function isUnusual(text: string): boolean {
  return UNUSUAL.test(text);
}

/** The most characters beyond ASCII that may be UTF-8 by chance. */
const FEW = 24;

/** True if UTF-8 may be something else by chance: a few characters, letters of no common language among them. */
export function isDoubtfulUtf8(bytes: Uint8Array): boolean {
  let count = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) count += 1;
    if (count > FEW) return false;
  }
  return count > 0 && isUnusual(Buffer.from(bytes.subarray(0, completeUtf8Length(bytes))).toString());
}
