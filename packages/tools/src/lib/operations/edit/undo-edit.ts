import { ToolError } from '@dragoman/fs-core';
import type { Refusal, UndoEditOutcome, ViewedLines } from '@dragoman/outcomes/internal/parts';
import type { Call, Session } from '../../session.ts';
import { viewLinesOrTree } from '../read/view-lines.ts';

/** The file of which the last edit is taken back. */
export interface UndoEditRequest {
  readonly path: string;
}

/**
 * Takes back the last operation of the session that changed a file and is not undone.
 * @throws ToolError `NOT_FOUND` (details: `missing`) if there is none, or what was there is not kept; `CONFLICT` if somebody
 * has changed what it left
 * @example await undoEdit(session, { path: 'a.md' }, call)
 */
export async function undoEdit(
  session: Session,
  { path }: UndoEditRequest,
  call: Call<UndoEditOutcome>,
): Promise<UndoEditOutcome> {
  const { journal } = session;
  if (journal === null) throw noEdit(path);
  return session.turn(path, call, async (realPath, { dryRun, signal }) => {
    const last = await journal.last({ session: session.id, file: realPath, state: 'done' });
    if (last === null) throw noEdit(path);
    const outcome = await journal.undo([last.id], { dryRun, signal, onWritten: call.onWritten });
    if (outcome.kind === 'refused') throw refused(path, outcome.refusal);
    const exists = last.changes.some((change) => change.path === realPath && change.before !== null);
    const view = exists && !dryRun ? await textAt(session, path, call) : null;
    return { kind: 'undone', path, realPath, operation: last.id, exists, view, dryRun };
  });
}

function noEdit(path: string): ToolError {
  return new ToolError({ code: 'NOT_FOUND', path, missing: 'edit' }, `Cannot undo an edit of "${path}": there is none`);
}

function refused(path: string, refusal: Refusal): ToolError {
  const isGone =
    refusal.problem !== 'files' ||
    refusal.operations.every(({ files }) => files.every(({ problem }) => problem === 'not-kept'));
  if (isGone) return noEdit(path);
  const failure = { code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true } as const;
  return new ToolError(failure, `Cannot undo the last edit of "${path}": it has changed since`);
}

/** Null if it is no text, or cannot be shown: it was undone all the same. */
async function textAt(session: Session, path: string, call: Call<UndoEditOutcome>): Promise<ViewedLines | null> {
  try {
    const viewed = await viewLinesOrTree(session, { path, range: null }, { ...call, approve: undefined });
    return viewed.kind === 'viewed' ? viewed : null;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
