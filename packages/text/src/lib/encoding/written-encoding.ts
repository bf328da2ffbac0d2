import type { Encoding } from './text-format.ts';

/**
 * The encoding of new text in bytes that are read in `encoding`: GBK in GB18030 of which nothing takes four bytes, because
 * many of its readers know no others.
 */
export function writtenEncoding(encoding: Encoding, bytes: Uint8Array): Encoding {
  return encoding === 'gb18030' && !hasFourBytes(bytes) ? 'gbk' : encoding;
}

function hasFourBytes(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x81) continue;
    const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
    if (isDigit(second) && third >= 0x81 && isDigit(fourth)) return true;
    at += 1;
  }
  return false;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
