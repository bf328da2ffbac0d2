import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import type { JournalPlace } from '../journal/journal-place.ts';
import { blocksFromEnd } from '../journal/past-lines.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { listOperations, type OperationList } from './operation-list.ts';

/** A journal, and the trees of which it tells. */
export interface Past {
  readonly context: TransactionContext;
  readonly place: JournalPlace;
}

/** The operations as far as a context may see them. */
export function operationsIn({ context, place }: Past): OperationList {
  return listOperations(blocksFromEnd(place.directory), (path) => isAllowedPath(context.scope, path, 'write'));
}
