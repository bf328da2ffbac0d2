import { identityOf } from '../descriptors/file-identity.ts';
import { assertWritable } from '../descriptors/file-update.ts';
import type { Platform } from '../descriptors/platform.ts';
import type { ExistingEntry } from '../descriptors/resolve-entry.ts';
import { missingDirectories, type Target } from '../descriptors/resolve-target.ts';
import type { FileChange } from '../volume/change.ts';
import type { OpenFile } from '../volume/open-entry.ts';
import { assertTree } from './assert-tree.ts';
import type { EntryChange, KeptNode } from './entry-change.ts';
import { assertChangeable, type HeldEntry } from './plan-remove.ts';
import type { Stage, TransactionContext } from './planned.ts';

export type Move = FileChange & { readonly kind: 'move' };

/** Both ends of a move. */
export interface Ends {
  readonly from: ExistingEntry;
  readonly to: Target;
}

/** True if both names are of one entry, as `a` and `A` may be if case is ignored; two hard links are two entries. */
export function isOneEntry({ from, to }: Ends): boolean {
  if (from.realPath === to.realPath) return true;
  const [one, other] = [from.existing.stat, to.existing?.stat];
  return one.ino === other?.ino && one.dev === other.dev && (one.isDirectory() || one.nlink === 1n);
}

/** True if one call of the system cannot rename the one to the other: then a copy gets the new name. */
export function isElsewhere(platform: Platform, { from, to }: Ends): boolean {
  const [{ stat: one }, { stat: other }] = [from.parent, to.parent];
  const isOneDirectory = one.ino === other.ino && one.dev === other.dev && to.missing.length === 0;
  return from.existing.stat.dev !== other.dev || (platform.between === null && !isOneDirectory);
}

/** Entries that a move has moved and replaced. */
interface MovedNodes {
  readonly before: KeptNode;
  readonly after: KeptNode;
  readonly replaced: KeptNode | null;
}

/** The journal's entry for a move. */
export function moveEntry({ from, to }: Ends, { replaced, ...nodes }: MovedNodes): EntryChange {
  const made = missingDirectories(to);
  const more = { ...(replaced !== null && { replaced }), ...(made.length > 0 && { made }) };
  return { change: 'move', path: to.realPath, from: from.realPath, ...nodes, ...more };
}

export interface Preparation {
  readonly move: Move;
  readonly ends: Ends;
  readonly entry: HeldEntry;
  readonly stage: Stage;
}

/** @returns the state of what a directory holds; null for anything else */
export async function prepareMove(
  context: TransactionContext,
  { move, ends, entry, stage }: Preparation,
): Promise<string | null> {
  const { from, to } = ends;
  await move.precondition?.(entry.file, from.realPath);
  entry.file?.rest();
  const tree = { pin: from.existing, path: move.from, realPaths: [from.realPath, to.realPath] };
  const holds = entry.kind === 'directory' ? await assertTree(context, tree, stage.signal) : null;
  assertWritable(context.platform, to.existing?.stat.isSymbolicLink() ? { ...to, existing: null } : to, stage.isDry);
  if (stage.isDry) assertChangeable(context.platform, from.parent);
  return holds;
}

/** The state in which a target was found. */
export function seen({ existing }: Target): Pick<OpenFile, 'identity'> | null {
  return existing === null ? null : { identity: identityOf(existing.stat) };
}
