import { resolve } from 'node:path';
import { ToolError, versionOf } from '@dragoman/fs-core/internal/kernel';
import type { ChunkOutcome, LinesOutcome } from '@dragoman/outcomes';
import {
  countDocumentLines,
  differingLines,
  type LineSplice,
  replaceLines,
  type TextDocument,
  textOfLines,
} from '@dragoman/text/internal/text';
import type { Chunk } from '../../replacement-chunks.ts';
import type { Call, Session } from '../../session.ts';
import { type ChangingText, changeText, spliced } from './change-text.ts';
import { assertPreconditions, type Preconditions } from './preconditions.ts';

/** A range of lines, the lines that replace it, and what must be true of the file. */
export interface WriteLinesRequest {
  readonly path: string;
  /** 1-based; one more than there are lines appends. */
  readonly startLine: number;
  /** Inclusive; one less than `startLine` inserts before it. */
  readonly endLine: number;
  /** Lines: a newline at its end closes the last one; '' stands for none. Newlines take the file's own ending. */
  readonly replacement: string;
  readonly preconditions: Preconditions;
  /** Checks everything and changes nothing. */
  readonly dryRun: boolean;
  /** The replacement is one part of a larger one, which is applied when the last part arrives. */
  readonly chunk?: Chunk;
}

/**
 * Replaces whole lines of a text file; every byte outside them stays as it is.
 * @throws ToolError `REPLACEMENT_TOO_LARGE`, `NOT_FOUND`, `CONFLICT` (see `assertPreconditions`), `INVALID_RANGE`,
 * `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`, `UNENCODABLE`
 * @example await writeLines(session, { path: 'a.md', startLine: 1, endLine: 1, replacement: 'one\n', preconditions: {}, dryRun: false }, call)
 */
export async function writeLines(
  session: Session,
  request: WriteLinesRequest,
  call: Call<LinesOutcome>,
): Promise<LinesOutcome | ChunkOutcome> {
  const { path, chunk } = request;
  assertSize(session, request);
  if (chunk === undefined) return applyLines(session, request, call);
  const target = JSON.stringify([resolve(session.resolve(path)), request.startLine, request.endLine]);
  const gathered = session.chunks.add(chunk, target, { ...request, text: request.replacement });
  const { text: replacement, preconditions, bytes: bytesReceived, isComplete } = gathered;
  if (isComplete) return applyLines(session, { ...request, replacement, preconditions }, call);
  return { kind: 'chunk', path, id: chunk.id, index: chunk.index, bytesReceived };
}

function assertSize({ limits: { maxReplacementSize } }: Session, { path, replacement }: WriteLinesRequest): void {
  const size = Buffer.byteLength(replacement);
  if (size <= maxReplacementSize) return;
  const message = `Cannot write "${path}": the replacement has ${size} bytes, and the limit is ${maxReplacementSize}`;
  throw new ToolError({ code: 'REPLACEMENT_TOO_LARGE', path, size, maxReplacementSize }, message);
}

async function applyLines(
  session: Session,
  request: WriteLinesRequest,
  call: Call<LinesOutcome>,
): Promise<LinesOutcome> {
  const { path, dryRun } = request;
  return changeText(session, { verb: 'write', path, call: { ...call, dryRun } }, async (text) => {
    const edit = await computeEdit(text, request, call.maxResponseSize);
    return { changed: edit.changed, result: (facts) => ({ kind: 'lines', ...facts, ...describe(edit) }) };
  });
}

interface LinesEdit {
  readonly document: TextDocument;
  readonly changed: TextDocument;
  readonly splice: LineSplice;
  readonly startLine: number;
  readonly version: string;
}

async function computeEdit(
  changing: ChangingText,
  { path, startLine, endLine, replacement, preconditions }: WriteLinesRequest,
  maxResponseSize: number,
): Promise<LinesEdit> {
  const { current, document, pace } = changing;
  const version = await versionOf(current);
  const totalLines = countDocumentLines(document);
  const text = () => textOfLines(document, { startLine, endLine });
  assertPreconditions(preconditions, { path, version, totalLines, text, maxResponseSize });
  const splice = await replaceLines(document, { startLine, endLine, text: replacement }, pace);
  return { document, changed: await spliced(changing, [splice]), splice, startLine, version };
}

function describe({ document, changed, splice, startLine, version }: LinesEdit) {
  const { removedLines: removed, addedLines: added, from } = splice;
  const first = { from, startLine };
  return {
    previousVersion: version,
    affectedLines: { start: startLine, removed, added },
    totalLines: countDocumentLines(document) - removed + added,
    differingLines: (context: number) => differingLines({ document, changed, first }, context),
  };
}
