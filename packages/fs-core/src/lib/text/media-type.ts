/** The media type that the first bytes of a file show, or null. */
export async function mediaTypeOf(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime ?? null;
}

/**
 * Whether bytes that are neither UTF-8 nor UTF-16 may be media. Text in legacy encodings has no control characters, and
 * media whose head has none either begin with a byte beyond ASCII.
 */
export function mayBeMedia(head: Uint8Array): boolean {
  return hasControls(head) || (head[0] ?? 0) >= 0x80;
}

/** Whether there is a control character that text does not have. */
export function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
}

/** Tab, line feed, form feed, carriage return, Ctrl-Z (the end of file in DOS), escape. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b]);
