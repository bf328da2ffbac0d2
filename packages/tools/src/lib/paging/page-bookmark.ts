import { ToolError } from '@dragoman/fs-core';
import { type Bookmark, openContinuation, sealContinuation } from './continuation.ts';

/** Position in a file where a page begins. */
export interface PagePosition {
  /** Byte of the file. */
  readonly offset: number;
  /** 1-based number of the line in which that is. */
  readonly line: number;
  readonly isMidLine: boolean;
}

/** The lines that were asked for; a null end means all that follow. */
export interface RequestedLines {
  readonly startLine: number;
  readonly endLine: number | null;
}

export interface PageBookmark {
  readonly position: PagePosition;
  readonly lines: RequestedLines;
}

export interface BookmarkedFile {
  /** The path as the caller gave it, for messages. */
  readonly path: string;
  /** Absolute, without `.` and `..`, so that it is the same however the caller wrote it. */
  readonly absolutePath: string;
  /** Version of the file as it is now. */
  readonly version: string;
}

/** A bookmark as an opaque text that is valid for this version of this file only. */
export async function sealPage({ absolutePath, version }: BookmarkedFile, bookmark: PageBookmark): Promise<string> {
  const { offset, line, isMidLine } = bookmark.position;
  const { startLine, endLine } = bookmark.lines;
  const facts = [offset, line, isMidLine ? 1 : 0, startLine, endLine ?? 0, await fingerprintOf(version)];
  return sealContinuation(subjectOf(absolutePath), facts);
}

/**
 * @throws ToolError `INVALID_ARGUMENT` for a text that was not sealed for this path, `STALE_CONTINUATION` (details:
 * `version`) if the file has changed since
 */
export async function openPage(
  { path, absolutePath, version }: BookmarkedFile,
  continuation: string,
): Promise<PageBookmark> {
  const { fingerprint, ...bookmark } = factsOf(await openContinuation(subjectOf(absolutePath), continuation));
  if (fingerprint === (await fingerprintOf(version))) return bookmark;
  throw new ToolError(
    { code: 'STALE_CONTINUATION', path, version },
    `Cannot read on in "${path}": it has changed since`,
  );
}

function factsOf(facts: Bookmark): PageBookmark & { readonly fingerprint: string } {
  const [offset, line, isMidLine, startLine, endLine, fingerprint] = facts;
  return {
    position: { offset: Number(offset), line: Number(line), isMidLine: isMidLine === 1 },
    lines: { startLine: Number(startLine), endLine: Number(endLine) || null },
    fingerprint: String(fingerprint),
  };
}

function subjectOf(absolutePath: string): readonly string[] {
  return ['read', absolutePath];
}

/** Tells versions apart in a third of their length: a model pays for every character of a continuation. */
async function fingerprintOf(version: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(version).digest('base64url').slice(0, 22);
}
