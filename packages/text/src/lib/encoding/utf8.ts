import { isUtf8 } from 'node:buffer';

/** True if `bytes` are UTF-8; if more follows them, a character cut at their end is no fault. */
export function isUtf8Prefix(bytes: Uint8Array, complete: boolean): boolean {
  return isUtf8(complete ? bytes : bytes.subarray(0, completeUtf8Length(bytes)));
}

/** Number of leading bytes that are whole characters: all of them but a well-begun character that the end cuts. */
export function completeUtf8Length(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

export interface Utf8Census {
  /** Sequences of two to four bytes that are UTF-8. */
  readonly valid: number;
  /** Valid sequences that legacy text rarely contains by chance: Latin letters and signs, and three or four bytes. */
  readonly likely: number;
  /** Bytes that belong to no such sequence. */
  readonly invalid: number;
  /** Number of faults that follow another at once; a sequence that is cut short is one fault. */
  readonly adjoining: number;
}

// The last lead byte of U+0100 to U+017F.
const LATIN_EXTENDED_A = 0xc5;

/** Counts what speaks for and against UTF-8. */
export function utf8Census(bytes: Uint8Array): Utf8Census {
  let valid = 0;
  let likely = 0;
  let invalid = 0;
  let adjoining = 0;
  let end = -1;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const length = sequenceLength(byte);
    if (byte < 0x80) at++;
    else if (length > 1 && isUtf8(bytes.subarray(at, at + length))) {
      valid++;
      if (length > 2 || byte <= LATIN_EXTENDED_A) likely++;
      at += length;
    } else {
      if (at === end) adjoining++;
      const width = sequenceWidth(bytes, at);
      invalid += width;
      at += width;
      end = at;
    }
  }
  return { valid, likely, invalid, adjoining };
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xc2 && lead < 0xe0 ? 2 : 1;
}

/** Number of leading bytes that the first `units` UTF-16 units of the decoded text came from, faults included. */
export function utf8ByteOffset(bytes: Uint8Array, units: number): number {
  let at = 0;
  for (let left = units; left > 0 && at < bytes.length; ) {
    const width = sequenceWidth(bytes, at);
    left -= width === 4 && isUtf8(bytes.subarray(at, at + 4)) ? 2 : 1;
    at += width;
  }
  return at;
}

/** Bytes that decode as one: a whole sequence, or the longest beginning of one that is none. */
function sequenceWidth(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = sequenceLength(lead);
  let width = 1;
  while (width < length && continues(lead, width, bytes[at + width] ?? 0)) width++;
  return width;
}

/**
 * True if `byte` may be at `index` after `lead`: the second is narrower for overlong forms, surrogates and the end of
 * Unicode.
 */
function continues(lead: number, index: number, byte: number): boolean {
  if (index > 1) return isContinuation(byte);
  const from = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const to = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= from && byte <= to;
}
