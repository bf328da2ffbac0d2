import { resolveEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget } from '../descriptors/resolve-target.ts';
import type { KeptNode } from '../journal/entry.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { nodeAt } from '../transaction/snapshot.ts';
import type { LookAt } from './forecast.ts';

/** Looks at what has a name; null if nothing has. @throws ToolError as `Volume.remove` */
export function lookAt(context: TransactionContext): LookAt {
  return async (path: string, isWhole: boolean): Promise<KeptNode | null> => {
    const target = resolveEntry(context, path);
    try {
      if (target.existing === null) return null;
      return await nodeAt(context, { of: target.parent, name: target.name, keeping: null, isWhole });
    } finally {
      releaseTarget(context.platform, target);
    }
  };
}
