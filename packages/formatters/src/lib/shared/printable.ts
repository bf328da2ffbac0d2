const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' };

// Controls, line and paragraph separators, format characters (directions, zero width, marks), halves of pairs, and letters
// that have no shape. The joiners of emoji and of scripts that need them stay beside a character of these.
const UNSEEN =
  /(?!(?<=[^\0-\u02ff\p{Cf}])[\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]|\u034f)/gu;
// In a sentence, line breaks and tabs of a quoted text stay, and NUL, which commands nothing.
const COMMANDS = /(?!\r\n)[^\P{Cc}\0\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A file's name on one line: what cannot be seen in it, and bytes that are not UTF-8, are shown as escapes. */
export function printableName(name: string): string {
  // Most names need no escapes, and this test takes a tenth of the time.
  return /^[ -~]*$/.test(name) ? name : name.replace(UNSEEN, escaped);
}

/** A sentence that may quote what a caller sent: nothing in it commands a terminal or turns the order of letters. */
export function printableSentence(sentence: string): string {
  return sentence.replace(COMMANDS, escaped);
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
