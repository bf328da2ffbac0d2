import { readdirSync } from 'node:fs';
import { orNull } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { digestIn, type KeptNode } from '../journal/entry.ts';
import type { JournalPlace } from '../journal/journal-place.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { createRecovery } from '../transaction/recovery.ts';
import type { ChangeOptions } from '../volume/change.ts';
import type { OperationList } from './operation-list.ts';
import { operationsIn, type Past } from './past.ts';
import { isPlanName } from './plan-name.ts';
import type { RefusedOperation } from './refusals.ts';
import type { Turn } from './turn-operations.ts';

/** What calls of tools did, and how it is taken back. */
export interface History {
  /** Finishes first what killed processes left half done, in a context that does. */
  list(): Promise<OperationList>;
  /** The bytes of a version that the journal keeps; null if it does not, or no longer as they were. */
  contentOf(version: string): Promise<Uint8Array | null>;
  /** What a path leads to now, with all that a directory holds; null if that is nothing, or may not be seen. */
  look(path: string): Promise<KeptNode | null>;
  /**
   * Takes operations back, or makes them again, in this order: all of them, or none.
   * @returns what keeps some of them from it; empty if all of it was done
   * @throws ToolError as `Volume.transact`
   */
  turn(turn: Turn, options?: ChangeOptions): Promise<readonly RefusedOperation[]>;
}

/** The history that a journal tells of the trees of a context. */
export function openHistory(context: TransactionContext, place: JournalPlace): History {
  const recovered = createRecovery(context);
  const past: Past = { context, place };
  const list = async (): Promise<OperationList> => {
    await recovered();
    // Loaded on use, as is all that most who list operations do not need.
    if (context.recovers && orNull(() => readdirSync(place.records))?.some(isPlanName))
      await (await import('./finish-plans.ts')).finishPlans(past);
    return operationsIn(past);
  };
  return {
    list,
    async contentOf(version) {
      const { openContents } = await import('../journal/contents.ts');
      return openContents(place.contents).read(digestIn(version));
    },
    async look(path) {
      const { lookAt } = await import('./look-at.ts');
      try {
        return await lookAt(context)(path, true);
      } catch (error) {
        if (error instanceof ToolError) return null;
        throw error;
      }
    },
    async turn(turn, { dryRun = false, signal } = {}) {
      const { foretell, refusedBy, turnAll } = await import('./turn-operations.ts');
      const listed = await list();
      const foretold = await foretell(past, turn);
      const refused = refusedBy(foretold.objections, turn, listed);
      return refused.length > 0 || dryRun ? refused : turnAll(past, turn, { signal, foretold });
    },
  };
}
