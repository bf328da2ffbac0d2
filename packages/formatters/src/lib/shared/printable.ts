const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' };

// Controls, line and paragraph separators, halves of pairs, format characters (directions, zero width, tags), and letters
// and marks that have no shape.
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]`;
// What joiners and variants of emoji and scripts follow: a character that can be seen, beyond those that have neither.
const BASE = String.raw`(?:[^\0-\u02ff\p{Cf}\p{Cs}\p{DI}\p{Z}]|[\u00a9\u00ae])`;
const JOINER = String.raw`(?<!${BASE}\p{VS}?[\u200c\u200d])`;
const VARIANT = String.raw`(?<!${BASE}\p{VS})(?<![#*0-9]\ufe0f(?=\u20e3))`;
const UNSEEN = new RegExp(HIDDEN + JOINER + VARIANT, 'gu');
// In a sentence, line breaks and tabs of a quoted text stay.
const UNSEEN_IN_TEXT = new RegExp(String.raw`(?!\r\n|[\n\t])${UNSEEN.source}`, 'gu');

/** A file's name on one line: what cannot be seen in it, and bytes that are not UTF-8, are shown as escapes. */
export function printableName(name: string): string {
  // Most names need no escapes, and this test takes a tenth of the time.
  return /^[ -~]*$/.test(name) ? name : name.replace(UNSEEN, escaped);
}

/** Text that quotes what a caller sent: the same as escapes, but for line breaks and tabs. */
export function printableText(quoted: string): string {
  return /^[ -~]*$/.test(quoted) ? quoted : quoted.replace(UNSEEN_IN_TEXT, escaped);
}

/** Text of a document with escapes for controls, which terminals and clients obey, and LF for CRLF. */
export function withoutControls(document: string): string {
  return document.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\n\t]/gu, escaped);
}

/** A sentence on one line, for a terminal or a log: the same as escapes, and blanks for line breaks and tabs. */
export function plainLine(sentence: string): string {
  return printableName(sentence.replace(/\r\n|[\r\n\t]/g, ' '));
}

function escaped(character: string): string {
  return NAMES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** JSON text in which the same is escaped as JSON has it: whoever parses it has the name as it is. */
export function printableJson(json: string): string {
  return json.replace(UNSEEN, (unseen) => (unseen === '\n' ? unseen : unseen.split('').map(inJson).join('')));
}

function inJson(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
