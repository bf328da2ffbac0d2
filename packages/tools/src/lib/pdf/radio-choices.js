// @ts-check
import { inflateSync } from 'node:zlib';

// The reader gives of a group of radio buttons the name of a state alone. Where that is a number, it counts the choices in
// the field's list `Opt`, which the reader leaves out.

const TEXT = String.raw`\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-Fa-f\s]*>?`;
// Bounded, since what looks like a beginning may stand anywhere.
const INNERMOST = /<<((?:(?!<<|>>)[\s\S]){0,9999})>>/g;
const NAME = new RegExp(String.raw`/T\s*(${TEXT})`);
const CHOICES = new RegExp(String.raw`/Opt\s*\[((?:\s*(?:${TEXT}))*)`);
const MOST_UNPACKED_BYTES = 16 * 1024 * 1024;

/**
 * Choices of the groups in a PDF, by the last part of their names; of several that have a name in common, none.
 * @param {Uint8Array} pdf
 * @returns {Map<string, readonly string[]>}
 */
export function radioChoices(pdf) {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  /** @type {Map<string, readonly string[]>} */
  const groups = new Map();
  for (const [, dictionary = ''] of [file, ...packedObjects(file)].flatMap((part) => [...part.matchAll(INNERMOST)])) {
    const [, list] = CHOICES.exec(dictionary) ?? [];
    const [, name] = NAME.exec(dictionary) ?? [];
    if (list === undefined || name === undefined) continue;
    const choices = (list.match(new RegExp(TEXT, 'g')) ?? []).map(decoded);
    const known = groups.get(decoded(name)) ?? choices;
    groups.set(decoded(name), String(known) === String(choices) ? choices : []);
  }
  return groups;
}

/**
 * Contents of the object streams of a PDF, as far as they can be unpacked.
 * @param {string} file
 */
function packedObjects(file) {
  return [...file.matchAll(/\/ObjStm\b[^>]{0,300}>>\s{0,9}stream\r?\n/g)].flatMap((match) => {
    const packed = file.slice(match.index + match[0].length, file.indexOf('endstream', match.index));
    try {
      return [inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: MOST_UNPACKED_BYTES }).toString('latin1')];
    } catch {
      return [];
    }
  });
}

/** @param {string} text in brackets of either kind */
function decoded(text) {
  const bytes = text.startsWith('<')
    ? Buffer.from(text.replace(/[^0-9A-Fa-f]/g, ''), 'hex')
    : Buffer.from(text.slice(1, -1).replace(/\\([()\\])/g, '$1'), 'latin1');
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString('latin1');
  return new TextDecoder('utf-16be').decode(bytes.subarray(2));
}
