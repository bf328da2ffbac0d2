import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { PictureFault } from '@dragoman/fs-core/internal/kernel';
import type { ImageOutcome } from '@dragoman/outcomes';
import { fitPicture } from '../../pictures/fit-picture.ts';
import { otherPictureFacts } from '../../pictures/other-pictures.ts';
import { type PictureFacts, pictureFacts } from '../../pictures/picture-facts.ts';
import type { Session } from '../../session.ts';

/** Media types beside PNG, JPEG, GIF and WebP; `all`: whatever is a picture, even a damaged one. */
export type OtherImages = 'all' | readonly string[];

export interface PictureQuery {
  /** The path as the caller gave it. */
  readonly path: string;
  /** The type that the first bytes show. */
  readonly mimeType: string;
  readonly others?: OtherImages | undefined;
  /** Pixels, if the session sets none. */
  readonly maxSide?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A bound on base64, in which three bytes become four characters. */
export interface Base64Bound {
  /** Bytes before they are encoded. */
  readonly bytes: number;
  readonly meaning: string;
}

// Common clients end the connection over 10 MiB in one message, so that it has to hold more than the base64.
export const MESSAGE_BOUND = base64Bound(9 * 1024 * 1024 - 64 * 1024, '9 MB of base64');
// The services of models take no larger picture.
export const PICTURE_BOUND = base64Bound(5 * 1024 * 1024, '5 MB of base64');

export function base64Bound(characters: number, meaning: string): Base64Bound {
  return { bytes: (characters / 4) * 3, meaning };
}

/** Pixels of the largest side of a picture in this session. */
export function maxSideIn(session: Session, ofDialect = 8000): number {
  return session.limits.maxImageSize ?? ofDialect;
}

/**
 * Reads a picture as a model can be shown it: byte for byte if it is whole and within the limits, else scaled to them.
 * @throws ToolError `UNSUPPORTED_FILE` for what is damaged, or no picture that models see; `FILE_TOO_LARGE`
 */
export async function readPicture(session: Session, file: OpenFile, query: PictureQuery): Promise<ImageOutcome> {
  const { path, others = [], maxSide } = query;
  const data = await readWhole(file);
  const facts = pictureFacts(data);
  if (facts === null || facts.fault !== null) {
    const mimeType = facts?.mimeType ?? query.mimeType;
    const fault = faultOf(facts, mimeType, data);
    const isShown = others === 'all' || (facts === null && others.includes(mimeType));
    if (!isShown) throw cannotShow(file, { path, mimeType }, fault);
    const isNamed = fault.problem !== 'no-sides' || tellsSides(fault.format);
    return { ...(await readMedia(file, { path, mimeType })), ...(isNamed && { fault }) };
  }
  const bounds = { maxSide: maxSideIn(session, maxSide), maxBytes: PICTURE_BOUND.bytes, signal: query.signal };
  const fitted = await fitPicture(data, facts, bounds);
  if (fitted === null) throw tooLarge(file, path, { facts, maxSide: bounds.maxSide });
  return { kind: 'image', path, realPath: file.realPath, size: file.size, ...fitted };
}

/** The reason why not all models are shown a picture. @param facts null for a format that they do not know */
function faultOf(facts: PictureFacts | null, mimeType: string, data: Uint8Array): PictureFault {
  if (facts === null || facts.fault === null) return { problem: 'unknown', ...otherPictureFacts(mimeType, data) };
  const { format, width, height, fault } = facts;
  const isTold = (fault === 'no-sides' && tellsSides(format)) || (width > 0 && height > 0);
  return { problem: fault, format, ...(isTold && { width, height }) };
}

/** True if sides of 0 in a header are those of the picture: a JPEG may have none there, or tell its height at its end. */
function tellsSides(format: string): boolean {
  return format !== 'JPEG';
}

function cannotShow({ size }: OpenFile, { path, mimeType }: PictureQuery, picture: PictureFault): ToolError {
  const failure = { code: 'UNSUPPORTED_FILE', path, size, mimeType, picture } as const;
  return new ToolError(failure, `Cannot show "${path}": no picture that can be seen`);
}

function tooLarge(
  { size }: OpenFile,
  path: string,
  { facts, maxSide }: { readonly facts: PictureFacts; readonly maxSide: number },
): ToolError {
  const { format, width, height } = facts;
  const picture: PictureFault = { problem: 'too-large', format, width, height, maxSide };
  const { bytes: limit, meaning } = PICTURE_BOUND;
  const failure = { code: 'FILE_TOO_LARGE', operation: 'read', path, size, limit, meaning, picture } as const;
  return new ToolError(failure, `Cannot show "${path}": over the limits of a picture`);
}

/** A whole file as it is. @throws ToolError `FILE_TOO_LARGE` */
export async function readMedia(
  file: OpenFile,
  { path, mimeType }: Pick<PictureQuery, 'path' | 'mimeType'>,
  bound = MESSAGE_BOUND,
): Promise<ImageOutcome> {
  assertCarried(file, path, bound);
  const { realPath, size } = file;
  return { kind: 'image', path, realPath, size, mimeType, data: await readWhole(file) };
}

/** @throws ToolError `FILE_TOO_LARGE` for more bytes than a message can carry */
export function assertCarried(
  { size }: { readonly size: number },
  path: string,
  { bytes: limit, meaning }: Base64Bound,
): void {
  if (size <= limit) return;
  throw new ToolError(
    { code: 'FILE_TOO_LARGE', path, size, limit, meaning },
    `Cannot read "${path}": over the size limit`,
  );
}

async function readWhole(file: OpenFile): Promise<Uint8Array> {
  const data = new Uint8Array(file.size);
  return data.subarray(0, await file.read(data, 0));
}
