import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { ImageOutcome, MediaOutcome } from '@dragoman/outcomes';
import { sniff } from '@dragoman/text/internal/text';
import type { Session } from '../../session.ts';
import { errorAbout } from './error-about.ts';
import { openFile } from './open-file.ts';
import { assertCarried, base64Bound, type PictureQuery, readMedia, readPicture } from './read-picture.ts';
import { assertFileSize } from './size-limits.ts';

/** The path of an image, of audio, or of any other file. */
export interface ReadAnyRequest {
  readonly path: string;
}

const OTHER = 'application/octet-stream';

// The base64 is in the message twice: as content, and as structured content.
const BOUND = base64Bound(4.5 * 1024 * 1024 - 32 * 1024, '4.5 MB of base64');

const KNOWN: ReadonlySet<string> = new Set(['image/bmp', ...['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac']]);

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
    const picture =
      content.kind === 'image' ? await readShown(session, file, { path, mimeType: content.mimeType }) : null;
    const mimeType = mediaType(found, file.realPath);
    const whole = picture ?? (await readMedia(file, { path, mimeType }, BOUND));
    assertCarried({ size: whole.data.length }, path, BOUND);
    return { ...whole, kind: 'media' };
  } catch (error) {
    throw errorAbout(path, error);
  }
}

/** A picture that models see; null for any other, and for one that is damaged: those are data like any other. */
export async function readShown(session: Session, file: OpenFile, query: PictureQuery): Promise<ImageOutcome | null> {
  try {
    return await readPicture(session, file, query);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'UNSUPPORTED_FILE') return null;
    throw error;
  }
}

/** @param found what the content shows; null for text, and for content of no known kind */
function mediaType(found: string | null, path: string): string {
  if (found === null) return BY_EXTENSION.find(([extension]) => extension.test(path))?.[1] ?? OTHER;
  const [plain = found] = found.split(';');
  const type = SYNONYMS.get(plain) ?? plain;
  return KNOWN.has(type) ? type : OTHER;
}
