import { type PageBound, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { PageLimits } from '@dragoman/outcomes/internal/parts';
import type { Call } from '../session.ts';

/** The most that a caller wants of one page; null if it names no limit. */
export interface AskedLimits {
  /** o200k_base tokens. */
  readonly maxTokens: number | null;
  /** UTF-8 bytes. */
  readonly maxBytes: number | null;
  /** Lines, a final part of one included. */
  readonly maxLines: number | null;
}

// What a result holds besides its page, in JSON: a version, a continuation, numbers and their names.
const FRAME_BYTES = 1024;
// What a page gets in any case, however small the response must be.
const LEAST_BYTES = 1024;

export interface ServerBounds {
  /** The path as the caller gave it, which the result repeats. */
  readonly path: string;
  readonly maxLines?: number;
}

/** The limits of a page that must fit the response. */
export function pageLimits(
  asked: AskedLimits,
  { maxResponseSize }: Call,
  { path, maxLines }: ServerBounds,
): PageLimits {
  const room = Math.max(LEAST_BYTES, maxResponseSize - FRAME_BYTES - Buffer.byteLength(JSON.stringify(path)));
  const isBytesAsked = asked.maxBytes !== null && asked.maxBytes <= room;
  const isLinesAsked = maxLines === undefined || (asked.maxLines !== null && asked.maxLines <= maxLines);
  return {
    maxTokens: asked.maxTokens,
    maxBytes: Math.min(asked.maxBytes ?? room, room),
    maxLines: isLinesAsked ? asked.maxLines : maxLines,
    maxJsonBytes: room,
    bytesBoundBy: isBytesAsked ? 'bytes' : 'response',
    linesBoundBy: isLinesAsked ? 'lines' : 'response',
  };
}

/** The error for a page on which nothing fits. @param entry what would come next, if it is no text */
export function noRoom(limits: PageLimits, bound: PageBound, entry?: string): ToolError {
  const limit = bound === 'tokens' ? limits.maxTokens : limits.maxBytes;
  const facts = { code: 'INVALID_ARGUMENT', problem: 'no-room', bound, limit } as const;
  if (entry === undefined) return new ToolError(facts, 'Not one character of what follows fits');
  const bytes = Buffer.byteLength(entry);
  return new ToolError({ ...facts, bytes }, `The next entry has ${bytes} bytes and does not fit`);
}
