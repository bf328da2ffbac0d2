/**
 * Guesses which UTF-16 the bytes are, if no mark says it; null if they are more likely something else. Latin text shows
 * itself by its zero bytes; other scripts by their spaces and newlines, and by being letters throughout.
 */
export function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const little = spacing(bytes, 'utf-16le');
  const big = spacing(bytes, 'utf-16be');
  const likely = little >= big ? 'utf-16le' : 'utf-16be';
  if (little === big || isAsciiWithZeros(bytes) || !isText(bytes, likely)) return null;
  return likely;
}

/** Latin UTF-16 is half zeros; ASCII with a few zeros must not pass for Chinese in UTF-16. */
function isAsciiWithZeros(bytes: Uint8Array): boolean {
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  const ascii = bytes.reduce((count, byte) => (byte < 0x7f && byte >= 0x09 ? count + 1 : count), 0);
  return zeros * 3 < bytes.length && (zeros + ascii) * 20 >= bytes.length * 19;
}

/** True if every code unit is one that text has. */
function isText(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  // Controls other than tab and line ends; unassigned and private code points; lone surrogates except at the end, where
  // a pair may be cut. Compiled on use, as all expressions with `\p`: each would delay the start by 0.25 ms.
  const stranger = /[^\P{Cc}\t\n\v\f\r]|\p{Cn}|\p{Co}|\p{Cs}(?!$)/u;
  return !stranger.test(decodeUtf16(bytes, encoding));
}

/** Code units exactly as they are, unpaired surrogates included; an odd last byte is left out. */
export function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  const even = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length - (bytes.length % 2));
  return encoding === 'utf-16le' ? even.toString('utf16le') : Buffer.from(even).swap16().toString('utf16le');
}

/** Number of units that are ASCII text or an ideographic space, comma or full stop. */
function spacing(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
  const low = encoding === 'utf-16le' ? 0 : 1;
  let count = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const code = bytes[at + low] ?? 0;
    const high = bytes[at + 1 - low] ?? 0;
    if ((high === 0 && (code >= 0x20 || code === 0x0a || code === 0x09)) || (high === 0x30 && code <= 2)) count++;
  }
  return count;
}

/** Any code unit is kept, paired or not. */
export function encodeUtf16(text: string, encoding: 'utf-16le' | 'utf-16be'): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}
