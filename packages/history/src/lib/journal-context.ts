import type { LocalTrees } from '@dragoman/fs-core/internal/recorder';
import type { JournalPlace } from './journal-place.ts';
import { listOperations, type OperationList } from './operation-list.ts';
import { blocksFromEnd } from './past-lines.ts';

/** A journal, and the trees whose changes it records. */
export interface JournalContext {
  readonly trees: LocalTrees;
  readonly place: JournalPlace;
}

/** The operations as far as the rules of the trees allow to see them. */
export function operationsIn({ trees, place }: JournalContext): OperationList {
  return listOperations(blocksFromEnd(place.directory), trees.permits);
}
