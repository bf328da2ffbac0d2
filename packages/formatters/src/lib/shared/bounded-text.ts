/** Ends a text at its last whole line within `maxBytes` of UTF-8, the note on what was left out included. */
export function boundedText(text: string, maxBytes: number, note: string): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text).subarray(0, Math.max(0, maxBytes - Buffer.byteLength(note) - 1));
  const end = bytes.lastIndexOf(0x0a);
  const kept = end === -1 ? wholeCharacters(bytes) : bytes.subarray(0, end).toString();
  return `${kept}\n${note}`;
}

function wholeCharacters(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
