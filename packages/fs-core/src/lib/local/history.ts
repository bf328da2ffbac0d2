import { ToolError } from '../errors/tool-error.ts';
import { digestIn, type KeptNode } from '../journal/entry.ts';
import type { JournalPlace } from '../journal/journal-place.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { createRecovery } from '../transaction/recovery.ts';
import { operationsIn } from './journal-context.ts';
import type { OperationList } from './operation-list.ts';
import type { RefusedOperation } from './refusals.ts';
import type { ApplyOptions, UndoRedo } from './undo-redo.ts';

/** The recorded changes of calls of tools, and the means of undoing them. */
export interface History {
  /** Finishes first what killed processes left half done, in a context that does. */
  list(): Promise<OperationList>;
  /** The bytes of a version that the journal keeps; null if it does not, or no longer as they were. */
  contentOf(version: string): Promise<Uint8Array | null>;
  /** The entry at a path, with all that a directory holds; null if there is none, or it may not be seen. */
  look(path: string): Promise<KeptNode | null>;
  /**
   * Undoes or redoes operations in this order, each whole, and stops at the first that cannot be.
   * @returns the one at which it stopped; null if it came to the end
   * @throws ToolError as `Volume.transact`; the operations before are done
   */
  apply(undoRedo: UndoRedo, options?: ApplyOptions): Promise<RefusedOperation | null>;
}

/** The history that a journal tells of the trees of a context. */
export function openHistory(context: TransactionContext, place: JournalPlace): History {
  const recovered = createRecovery(context);
  const journal = { context, place };
  return {
    async list() {
      await recovered();
      return operationsIn(journal);
    },
    async contentOf(version) {
      const { openContents } = await import('../journal/contents.ts');
      return openContents(place.contents).read(digestIn(version));
    },
    async look(path) {
      const { lookAt } = await import('./look-at.ts');
      try {
        return await lookAt(context, path, true);
      } catch (error) {
        if (error instanceof ToolError) return null;
        throw error;
      }
    },
    async apply(undoRedo, options = {}) {
      // Loaded on use: most who list operations do not need it.
      const { applyAll } = await import('./undo-redo.ts');
      await recovered();
      return applyAll(journal, undoRedo, options);
    },
  };
}
