import type { MediaOutcome } from '@dragoman/outcomes';
import { sniff } from '@dragoman/text/internal/text';
import type { Session } from '../../session.ts';
import { errorAbout } from './error-about.ts';
import { openFile } from './open-file.ts';
import { readMedia } from './read-file.ts';
import { assertFileSize } from './size-limits.ts';

/** The path of an image, of audio, or of any other file. */
export interface ReadAnyRequest {
  readonly path: string;
}

const OTHER = 'application/octet-stream';

// What has no more than this is one, too, though no program can draw it.
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const KNOWN: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'],
  ...['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac'],
]);

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['audio/x-wav', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
]);

// An SVG is text like any other, and some audio begins with no signature.
const BY_EXTENSION: readonly (readonly [extension: RegExp, mimeType: string])[] = [
  [/\.svg$/i, 'image/svg+xml'],
  [/\.mp3$/i, 'audio/mpeg'],
  [/\.wav$/i, 'audio/wav'],
  [/\.ogg$/i, 'audio/ogg'],
  [/\.flac$/i, 'audio/flac'],
];

/**
 * Reads a whole file with its media type, which is that of its content: of images and audio that clients show, else
 * `application/octet-stream`.
 * @throws ToolError `FILE_TOO_LARGE`; as `Volume.open`
 * @example await readAny(session, { path: 'a.wav' })
 */
export async function readAny(session: Session, { path }: ReadAnyRequest): Promise<MediaOutcome> {
  using file = await openFile(session, path);
  assertFileSize(session, file, { verb: 'read', path });
  try {
    const content = await sniff(file);
    const found = content.kind === 'text' ? null : content.mimeType;
    const whole = await readMedia(file, path, found ?? OTHER);
    const isPng = PNG_SIGNATURE.every((byte, at) => whole.data[at] === byte);
    return { ...whole, kind: 'media', mimeType: isPng ? 'image/png' : mediaType(found, file.realPath) };
  } catch (error) {
    throw errorAbout(path, error);
  }
}

/** @param found what the content shows; null for text, and for content of no known kind */
function mediaType(found: string | null, path: string): string {
  if (found === null) return BY_EXTENSION.find(([extension]) => extension.test(path))?.[1] ?? OTHER;
  const [plain = found] = found.split(';');
  const type = SYNONYMS.get(plain) ?? plain;
  return KNOWN.has(type) ? type : OTHER;
}
