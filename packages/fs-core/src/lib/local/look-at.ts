import { resolveEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget } from '../descriptors/resolve-target.ts';
import { areSpellings } from '../descriptors/system-spelling.ts';
import { ToolError } from '../errors/tool-error.ts';
import { IN_THE_WAY, type KeptNode } from '../transaction/entry-change.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { nodeAt } from '../transaction/snapshot.ts';

/**
 * Looks at an entry; null if there is none.
 * @param isWhole whether to list what a directory holds, too
 * @throws ToolError as `Volume.remove`
 */
export async function lookAt(context: TransactionContext, path: string, isWhole: boolean): Promise<KeptNode | null> {
  const target = targetOrNull(context, path);
  if (target === null) return IN_THE_WAY;
  try {
    // A link has come into the path since the change.
    if (!areSpellings(target.realPath, path)) return IN_THE_WAY;
    if (target.existing === null) return null;
    return await nodeAt(context, { of: target.parent, name: target.name, keeping: null, isWhole });
  } finally {
    releaseTarget(context.platform, target);
  }
}

/** Null if a parent in the path is a file. */
function targetOrNull(context: TransactionContext, path: string) {
  try {
    return resolveEntry(context, path);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_DIRECTORY') return null;
    throw error;
  }
}
