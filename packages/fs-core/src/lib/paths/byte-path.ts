import { readlinkSync } from 'node:fs';

/**
 * Decodes a name or path. Bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF), which no other name's
 * text contains. These packages treat such a name like any other; it is shown, and given, with escapes.
 */
export function decodeName(name: Buffer): string {
  const text = name.toString();
  if (!text.includes('\uFFFD')) return text;
  return name.toString('latin1').split('/').map(decodePart).join('/');
}

function decodePart(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  return latin1.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}

/** True if no other text stands for the bytes of an ill-formed path: each of its lone surrogates is a byte that is no UTF-8. */
export function isSpelledOnce(path: string): boolean {
  return process.platform !== 'win32' && decodeName(encodeName(path)) === path;
}

const LONE = /[\udc80-\udcff]/u;

/** A path as it is passed to the system: as bytes if a name in it is not UTF-8. */
export type SystemPath = string | Buffer;

export function systemPath(path: SystemPath): SystemPath {
  return typeof path !== 'string' || path.isWellFormed() || !LONE.test(path) ? path : encodeName(path);
}

/** The text of the symbolic link at a path, decoded as `decodeName` does. */
export function linkText(link: SystemPath): string {
  const text = readlinkSync(link);
  return text.includes('\uFFFD') ? decodeName(readlinkSync(link, 'buffer')) : text;
}

/** The bytes of a name, or of a path of names. */
export function encodeName(name: string): Buffer {
  return Buffer.concat(name.split('/').flatMap((part, index) => [Buffer.from(index > 0 ? '/' : ''), encodePart(part)]));
}

function encodePart(part: string): Buffer {
  if (!LONE.test(part)) return Buffer.from(part);
  return Buffer.from(
    part.replace(/[\udc80-\udcff]/g, (byte) => String.fromCharCode(byte.charCodeAt(0) - 0xdc00)),
    'latin1',
  );
}
