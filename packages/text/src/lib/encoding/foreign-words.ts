/** Bytes of words that are enough to decide. */
const MAX_BYTES = 4096;

/**
 * The words that are not ASCII throughout, each once: in a program they are few, and the English around them fits any
 * encoding.
 */
export function foreignWords(bytes: Uint8Array): Buffer {
  const words = new Set<string>();
  let size = 0;
  for (let at = 0; at < bytes.length && size < MAX_BYTES; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let from = at;
    while (from > 0 && !endsWord(bytes[from - 1] ?? 0)) from -= 1;
    while (at < bytes.length && !endsWord(bytes[at] ?? 0)) at += 1;
    const word = Buffer.from(bytes.subarray(from, Math.min(at, from + MAX_BYTES))).toString('latin1');
    if (!words.has(word)) size += word.length;
    words.add(word);
  }
  return Buffer.from([...words, ''].join(' '), 'latin1');
}

/** Controls, spaces, and the signs and digits below `@`, none of which is part of a longer character but of four bytes. */
function endsWord(byte: number): boolean {
  return byte < 0x40 && !(byte >= 0x30 && byte <= 0x39);
}
