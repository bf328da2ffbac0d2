import { type Change, createPace, type OpenFile, paced, ToolError } from '@dragoman/fs-core/internal/kernel';
import { type Hunk, MissingTextError, planPatchInSteps } from '@dragoman/patch';
import { applySplices, linesOf, readDocument, sizeAfter, spliceLines } from '@dragoman/text/internal/text';
import { errorAbout } from '../operations/error-about.ts';
import { assertContentSize, assertFileSize } from '../operations/size-limits.ts';
import type { Session } from '../session.ts';

/**
 * The change that makes of a file what hunks say; every byte of other lines stays as it is.
 * @throws ToolError when it is made: `NO_MATCH` (details: `missing`), `NOT_FOUND`, `UNSUPPORTED_FILE`, `UNENCODABLE`,
 * `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`
 */
export function hunksChange(session: Session, path: string, { hunks, signal }: HunksCall): Change<unknown> {
  return async (current) => {
    if (current === null) throw new ToolError({ code: 'NOT_FOUND', path }, `Cannot update "${path}": it is gone`);
    assertFileSize(session, current, { verb: 'edit', path });
    try {
      return await patched(session, current, { path, hunks, signal });
    } catch (error) {
      throw errorAbout(path, error instanceof MissingTextError ? noMatch(path, error) : error);
    }
  };
}

export interface HunksCall {
  readonly hunks: readonly Hunk[];
  readonly signal: AbortSignal | undefined;
}

interface Patching extends HunksCall {
  readonly path: string;
}

async function patched(session: Session, file: OpenFile, { path, hunks, signal }: Patching) {
  const pace = createPace(signal);
  const document = await readDocument(file);
  const lines = await linesOf(document, pace);
  const edits = await paced(planPatchInSteps(lines.texts, hunks), pace);
  const splices = await spliceLines(document, lines, { edits, pace });
  assertContentSize(session, await sizeAfter(document, splices, pace), { verb: 'edit', path });
  const { bytes } = await applySplices(document, splices, pace);
  return { pieces: [bytes], result: undefined };
}

function noMatch(path: string, { sought, lines, message }: MissingTextError): ToolError {
  return new ToolError({ code: 'NO_MATCH', path, nearest: [], missing: { sought, lines } }, message);
}
