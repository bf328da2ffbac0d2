import { ToolError } from '../errors/tool-error.ts';
import { digestIn, type KeptNode } from '../journal/entry.ts';
import { openJournal } from '../journal/journal.ts';
import type { JournalPlace } from '../journal/journal-place.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { createRecovery } from '../transaction/recovery.ts';
import type { ChangeOptions } from '../volume/volume.ts';
import { finishPlans } from './finish-plans.ts';
import type { OperationList } from './operation-list.ts';
import type { RefusedOperation } from './refusals.ts';
import { foretell, lookAt, operationsIn, type Past, refusedBy, type Turn, turnAll } from './turn-operations.ts';

/** What calls of tools did, and how it is taken back. */
export interface History extends Pick<Past, 'contentOf'> {
  /** Finishes first what killed processes left half done. */
  list(): Promise<OperationList>;
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
  const journal = openJournal(place);
  const recovered = createRecovery(context);
  const past: Past = { context, journal, contentOf: (version) => journal.contents.read(digestIn(version)) };
  const list = async (): Promise<OperationList> => {
    await recovered();
    await finishPlans(past, place.triedPlans);
    return operationsIn(past);
  };
  return {
    list,
    contentOf: past.contentOf,
    async look(path) {
      try {
        return await lookAt(context)(path, true);
      } catch (error) {
        if (error instanceof ToolError) return null;
        throw error;
      }
    },
    async turn(turn, { dryRun = false, signal } = {}) {
      const listed = await list();
      const foretold = await foretell(past, turn);
      const refused = refusedBy(foretold.objections, turn, listed);
      return refused.length > 0 || dryRun ? refused : turnAll(past, turn, { signal, foretold });
    },
  };
}
