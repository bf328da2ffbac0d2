import { extname } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { ManyFilesOutcome, ManyFilesPart, RefusedMedia } from '@dragoman/outcomes/internal/parts';
import type { Call, Session } from '../../session.ts';
import { type IncludeRequest, includedFiles } from '../find/included-files.ts';
import { readFile } from './read-file.ts';
import { MESSAGE_BOUND } from './read-picture.ts';

/** Files by paths and globs, and how much of each is read. */
export interface ReadManyRequest extends IncludeRequest {
  readonly maxLines: number;
  /** Code points of a line. */
  readonly maxLineLength: number;
  readonly maxPictureSide: number;
}

/**
 * Reads many files, as far as the response can carry them; media only where a pattern holds their name or extension.
 * @example await readMany(session, { include: ['src'], exclude: [], leaveOut: [], respectGitIgnore: true, maxLines: 2000, maxLineLength: 2000, maxPictureSide: 2000 }, call)
 */
export async function readMany(session: Session, request: ReadManyRequest, call: Call): Promise<ManyFilesOutcome> {
  const { paths, missing } = await includedFiles(session, request, call);
  const files: ManyFilesPart[] = [];
  const refused: RefusedMedia[] = [];
  let [room, mediaRoom, left] = [call.maxResponseSize, MESSAGE_BOUND.bytes - call.maxResponseSize, 0];
  for (const path of paths) {
    const file = room > 0 ? await readOne(session, { ...request, path }, call) : null;
    if (file !== null && 'failure' in file) refused.push(file);
    if (room <= 0) left += 1;
    if (file === null || 'failure' in file) continue;
    const isOver = file.kind === 'image' && file.data.length > mediaRoom;
    if (isOver) left += 1;
    else files.push(file);
    if (file.kind === 'text') room -= sizeOf(file);
    else if (!isOver) mediaRoom -= file.data.length;
  }
  return { kind: 'many', files, refused, missing, left };
}

function sizeOf({ path, lines }: Extract<ManyFilesPart, { kind: 'text' }>): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, path.length);
}

/** A file, or why media that were asked for are not shown; null for what cannot be shown, or was not asked for. */
async function readOne(
  session: Session,
  { path, include, maxLines, maxLineLength, maxPictureSide }: ReadManyRequest & { readonly path: string },
  call: Call,
): Promise<ManyFilesPart | RefusedMedia | null> {
  try {
    const request = { path, window: { maxLines, maxLineLength, pastEnd: 'empty' }, as: FORMS, maxPictureSide } as const;
    const file = await readFile(session, request, call);
    if (file.kind === 'binary') return null;
    return file.kind === 'text' || isNamed(path, include) ? file : null;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'CANCELLED') throw error;
    const { failure } = error;
    const isMedia = 'picture' in failure || 'reason' in failure || 'office' in failure;
    return isMedia && isNamed(path, include) ? { path, failure } : null;
  }
}

const FORMS = { binary: 'facts', pdf: 'media', office: 'text' } as const;

function isNamed(path: string, patterns: readonly string[]): boolean {
  const extension = extname(path);
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1, path.length - extension.length);
  return patterns.some(
    (pattern) =>
      (extension !== '' && pattern.toLowerCase().includes(extension.toLowerCase())) || pattern.includes(name),
  );
}
