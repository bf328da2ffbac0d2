/**
 * A text in which nothing moves a cursor, turns the direction of what follows, ends a line or is invisible: as escapes of
 * JSON, which those who parse a line as JSON read as what they stand for.
 */
export function escaped(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join(''),
  );
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}
