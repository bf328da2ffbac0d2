import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import type { JournalPlace } from '../journal/journal-place.ts';
import { blocksFromEnd } from '../journal/past-lines.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { listOperations, type OperationList } from './operation-list.ts';

/** A journal, and the trees whose changes it records. */
export interface JournalContext {
  readonly context: TransactionContext;
  readonly place: JournalPlace;
}

/** The operations as far as the rules of the context allow to see them. */
export function operationsIn({ context, place }: JournalContext): OperationList {
  return listOperations(blocksFromEnd(place.directory), (path) => isAllowedPath(context.scope, path, 'write'));
}
