import { type Change, type OpenFile, ToolError } from '@dragoman/fs-core';
import { type Hunk, MissingTextError, planPatch } from '@dragoman/patch';
import { linesOf, piecesOf, readDocument, sizeAfter, spliceLines } from '@dragoman/text';
import { errorAbout } from '../operations/error-about.ts';
import { assertContentSize, assertFileSize } from '../operations/size-limits.ts';
import type { Session } from '../session.ts';

/**
 * The change that makes of a file what hunks say; every byte of other lines stays as it is.
 * @throws ToolError when it is made: `NO_MATCH` (details: `missing`), `NOT_FOUND`, `UNSUPPORTED_FILE`, `UNENCODABLE`,
 * `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`
 */
export function hunksChange(session: Session, path: string, hunks: readonly Hunk[]): Change<unknown> {
  return async (current) => {
    if (current === null) throw new ToolError({ code: 'NOT_FOUND', path }, `Cannot update "${path}": it is gone`);
    assertFileSize(session, current, { verb: 'edit', path });
    try {
      return await patched(session, current, { path, hunks });
    } catch (error) {
      throw errorAbout(path, error instanceof MissingTextError ? noMatch(path, error) : error);
    }
  };
}

interface Patching {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}

async function patched(session: Session, file: OpenFile, { path, hunks }: Patching) {
  const document = await readDocument(file);
  const lines = linesOf(document);
  const splices = spliceLines(document, lines, planPatch(lines.texts, hunks));
  assertContentSize(session, sizeAfter(document, splices), { verb: 'edit', path });
  return { pieces: piecesOf(document, splices), result: undefined };
}

function noMatch(path: string, { sought, lines, message }: MissingTextError): ToolError {
  return new ToolError({ code: 'NO_MATCH', path, nearest: [], missing: { sought, lines } }, message);
}
