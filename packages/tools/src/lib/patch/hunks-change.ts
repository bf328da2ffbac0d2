import { type Change, paced, ToolError } from '@dragoman/fs-core/internal/kernel';
import { type Hunk, MissingTextError, planPatchInSteps } from '@dragoman/patch';
import { linesOf, spliceLines } from '@dragoman/text/internal/text';
import { type ChangingText, spliced, textChange } from '../operations/edit/change-text.ts';
import type { Session } from '../session.ts';

/**
 * The change that makes of a file what hunks say; every byte of other lines stays as it is.
 * @throws ToolError when it is made: `NO_MATCH` (details: `missing`), `NOT_FOUND`, `UNSUPPORTED_FILE`, `UNENCODABLE`,
 * `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`
 */
export function hunksChange(session: Session, path: string, { hunks, ...call }: HunksCall): Change<unknown> {
  return textChange<unknown>(session, { verb: 'edit', path, ...call }, (text) =>
    patched(text, hunks).catch((error: unknown) => {
      throw error instanceof MissingTextError ? noMatch(path, error) : error;
    }),
  );
}

export interface HunksCall {
  readonly hunks: readonly Hunk[];
  readonly signal: AbortSignal | undefined;
  /** Real path of the file after the change. Default: as before. */
  readonly movedTo?: string | undefined;
}

async function patched(text: ChangingText, hunks: readonly Hunk[]) {
  const { document, pace } = text;
  const lines = await linesOf(document, pace);
  const edits = await paced(planPatchInSteps(lines.texts, hunks), pace);
  const splices = await spliceLines(document, lines, { edits, pace });
  return { changed: await spliced(text, splices), result: undefined };
}

function noMatch(path: string, { sought, lines, message }: MissingTextError): ToolError {
  return new ToolError({ code: 'NO_MATCH', path, nearest: [], missing: { sought, lines } }, message);
}
