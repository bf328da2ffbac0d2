import type { EntryChange, KeptNode, OperationEntry } from '../journal/entry.ts';
import { contains } from '../paths/scope.ts';

/**
 * Divides operations into groups of which each is one transaction: where a directory, or a name that moves, is the affair
 * of two of them, one has to be over before the other can begin.
 */
export function batchesOf(operations: readonly OperationEntry[]): OperationEntry[][] {
  const batches: OperationEntry[][] = [];
  for (const operation of operations) {
    const batch = batches.at(-1);
    const isApart = batch?.every((other) => !areEntangled(other, operation)) ?? false;
    if (batch !== undefined && isApart) batch.push(operation);
    else batches.push([operation]);
  }
  return batches;
}

function areEntangled(one: OperationEntry, other: OperationEntry): boolean {
  return one.changes.some((change) => other.changes.some((each) => doMeet(change, each)));
}

function doMeet(one: EntryChange, other: EntryChange): boolean {
  const areFiles = [one, other].every(
    (each) => each.change !== 'move' && nodesIn(each).every((node) => node.kind === 'file'),
  );
  return namesIn(one).some((name) =>
    namesIn(other).some((each) => (name === each ? !areFiles : contains(name, each) || contains(each, name))),
  );
}

function namesIn({ path, from }: EntryChange): string[] {
  return from === undefined ? [path] : [path, from];
}

function nodesIn({ before, after }: EntryChange): KeptNode[] {
  return [before, after].filter((node) => node !== null);
}
