const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' };

/** A file's name on one line: control characters and bytes that are not UTF-8 are shown as escapes. */
export function printableName(name: string): string {
  // Most names need no escapes, and this test takes a tenth of the time.
  if (/^[ -~]*$/.test(name)) return name;
  return name.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal or a model
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu,
    (character) => NAMES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
