/** The media type that the first bytes of a file show, or null. */
export async function mediaTypeOf(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime ?? (PNG_SIGNATURE.every((byte, at) => head[at] === byte) ? 'image/png' : null);
}

// The detector knows no PNG that ends before its pixels.
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * True if bytes that are neither UTF-8 nor UTF-16 may be media: those have control characters, or begin with a byte
 * beyond ASCII. Text that begins with `BM` or `MZ`, as bitmaps and programs do, seldom has either.
 */
export function mayBeMedia(head: Uint8Array): boolean {
  return hasControls(head) || (head[0] ?? 0) >= 0x80;
}

/** True if files of a media type are text: people and programs write them line by line. */
export function isWritten(mimeType: string): boolean {
  return mimeType.startsWith('text/') || WRITTEN.has(mimeType);
}

const WRITTEN: ReadonlySet<string> = new Set([
  'application/eps',
  'application/pgp-encrypted',
  'application/postscript',
  'application/rtf',
  'application/x-ms-regedit',
  'application/xml',
]);

/** True if there is a control character that text seldom has. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
}

/** Tab, line feed, form feed, carriage return, Ctrl-Z (the end of file in DOS), escape. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b]);
