import { type KeptNode, ToolError } from '@dragoman/fs-core/internal/kernel';
import { digestIn, type LocalTrees } from '@dragoman/fs-core/internal/recorder';
import type { RefusedOperation } from '@dragoman/outcomes/internal/parts';
import { operationsIn } from './journal-context.ts';
import type { JournalPlace } from './journal-place.ts';
import type { OperationList } from './operation-list.ts';
import type { ApplyOptions, UndoRedo } from './undo-redo.ts';

/** The recorded changes of calls of tools, and the means of undoing them. */
export interface History {
  /** Finishes first what killed processes left half done, where its options let it. */
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

/** The history that a journal tells of some trees. */
export function openHistory(trees: LocalTrees, place: JournalPlace): History {
  const journal = { trees, place };
  return {
    async list() {
      await trees.recovered();
      return operationsIn(journal);
    },
    async contentOf(version) {
      const { openContents } = await import('./contents.ts');
      return openContents(place.contents).read(digestIn(version));
    },
    async look(path) {
      try {
        return await trees.look(path, true);
      } catch (error) {
        if (error instanceof ToolError) return null;
        throw error;
      }
    },
    async apply(undoRedo, options = {}) {
      // Loaded on use: most who list operations do not need it.
      const { applyAll } = await import('./undo-redo.ts');
      await trees.recovered();
      return applyAll(journal, undoRedo, options);
    },
  };
}
