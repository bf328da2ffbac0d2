import type { RemoveResult } from '@dragoman/fs-core';
import type { RemoveEntryOutcome } from '@dragoman/outcomes';
import type { Session, WriteCall } from '../../session.ts';

/** The name that is to go. */
export interface RemoveEntryRequest {
  readonly path: string;
}

/**
 * Removes a file, a directory with all that it holds, or a link, whose target stays.
 * @throws ToolError as `Volume.remove`
 * @example await removeEntry(session, { path: 'a.md' }, call)
 */
export async function removeEntry(
  session: Session,
  { path }: RemoveEntryRequest,
  call: WriteCall<RemoveEntryOutcome>,
): Promise<RemoveEntryOutcome> {
  const dryRun = session.dryRun || (call.dryRun ?? false);
  const outcomeOf = ({ realPath, atomic }: RemoveResult, isDry: boolean): RemoveEntryOutcome => {
    return { kind: 'removed', path, realPath, ...(atomic === false && { atomic }), dryRun: isDry };
  };
  const { approve } = call;
  const asked = { ...call, approve: approve && ((result: RemoveResult) => approve(outcomeOf(result, true))) };
  return outcomeOf(await session.remove(path, asked, { recursive: true }), dryRun);
}
