import type { RemoveResult } from '@dragoman/fs-core';
import type { Session, WriteCall } from '../session.ts';

/** The name that is to go. */
export interface RemoveEntryRequest {
  readonly path: string;
}

/** What was removed, or on a dry run would be. */
export interface RemoveEntryOutcome {
  readonly kind: 'removed';
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** As of `RemoveResult`. */
  readonly atomic?: false;
  readonly dryRun: boolean;
}

/** Removes a file, a directory with all that it holds, or a link, whose target stays. @throws ToolError as `Volume.remove` */
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
