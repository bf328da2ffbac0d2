import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import type { KeptNode } from '../transaction/entry-change.ts';
import type { AnyChange } from '../transaction/plan.ts';
import { createRecovery } from '../transaction/recovery.ts';
import type { TransactOptions } from '../transaction/transact.ts';
import { type LocalVolumeOptions, localContext } from './local-context.ts';

/** The trees of a local volume, for undoing and redoing what was recorded of them. */
export interface LocalTrees {
  /** Takes back or finishes what killed processes left half done, where the options let it. */
  recovered(): Promise<void>;
  /** True if the rules let a real path be changed. */
  permits(realPath: string): boolean;
  /**
   * The entry at a path; null if there is none, `IN_THE_WAY` if it cannot be reached.
   * @param isWhole true for all that a directory holds, too
   * @throws ToolError as `Volume.remove`
   */
  look(path: string, isWhole: boolean): Promise<KeptNode | null>;
  /** Makes all of the changes, or none. @throws ToolError as `Volume.transact` */
  transact(changes: readonly AnyChange[], options: TransactOptions): Promise<void>;
}

/** Opens the trees of a volume; nothing need be closed. @throws ToolError as `openLocalVolume` */
export function openLocalTrees(options: LocalVolumeOptions): LocalTrees {
  const context = localContext(options);
  return {
    recovered: createRecovery(context),
    permits: (realPath) => isAllowedPath(context.scope, realPath, 'write'),
    // Loaded on use: most who list operations need neither.
    async look(path, isWhole) {
      const { lookAt } = await import('./look-at.ts');
      return await lookAt(context, path, isWhole);
    },
    async transact(changes, transactOptions) {
      const { transact } = await import('../transaction/changes.ts');
      await transact(context, changes, transactOptions);
    },
  };
}
