import { type MoveResult, ToolError } from '@dragoman/fs-core';
import type { MoveEntryOutcome } from '@dragoman/outcomes';
import type { CallOptions, Ends, Session, WriteCall } from '../../session.ts';

/**
 * Gives a file, a directory or a link another name that nothing has; makes missing parents.
 * @throws ToolError `INVALID_ARGUMENT` for a name that is taken, its own too, or lies in what is moved; as `Volume.move`
 * @example await moveEntry(session, { from: 'a.md', to: 'b.md' }, call)
 */
export async function moveEntry(
  session: Session,
  { from, to }: Ends,
  call: WriteCall<MoveEntryOutcome>,
): Promise<MoveEntryOutcome> {
  const dryRun = session.dryRun || (call.dryRun ?? false);
  const outcomeOf = ({ realPath, notKept, atomic }: MoveResult, isDry: boolean): MoveEntryOutcome => {
    return { kind: 'move', from, to, realPath, notKept, ...(atomic === false && { atomic }), dryRun: isDry };
  };
  const { approve } = call;
  const asked = { ...call, approve: approve && ((result: MoveResult) => approve(outcomeOf(result, true))) };
  try {
    const result = await session.move({ from, to }, asked);
    if (result.from === result.realPath) throw taken(session, from, to);
    return outcomeOf(result, dryRun);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { failure } = error;
    if (failure.code !== 'NOT_FOUND' && failure.code !== 'PERMISSION_DENIED') throw error;
    // That a name cannot be given is said first.
    if (failure.code === 'NOT_FOUND' && (await isTaken(session, to, call))) throw taken(session, from, to);
    throw new ToolError({ ...failure, to: session.resolve(to) }, error.message, { cause: error });
  }
}

async function isTaken({ volume, resolve }: Session, path: string, { signal }: CallOptions): Promise<boolean> {
  return (await volume.locate(resolve(path), 'entry', { signal })).kind !== null;
}

function taken({ resolve }: Session, from: string, to: string): ToolError {
  const failure = { code: 'INVALID_ARGUMENT', problem: 'exists', path: resolve(to), exists: true } as const;
  return new ToolError(failure, `Cannot move "${from}": something has this name`);
}
