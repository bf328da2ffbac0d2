import { mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { orUndoLater, removeQuietly } from '../errors/best-effort.ts';
import type { NotTaken } from '../errors/failure-parts.ts';
import type { ProgramMounts, ProgramView } from '../volume/program-view.ts';
import type { Changeable } from './computed.ts';
import { type Before, beginCollecting, collectFrom, removeAllBut } from './program-changes.ts';
import { layOut } from './program-layers.ts';
import { removeTree } from './remove-tree.ts';
import type { ChangeEntries } from './store.ts';

/** Opens an overlay to a program, which sees it as it is now. @throws the system's error */
export async function openProgramView(merged: Changeable, mounts: ProgramMounts): Promise<ProgramView> {
  const { store, base } = merged;
  const place = mkdtempSync(join(store.scratch, 'view-'));
  const close = (): void => removeQuietly(() => removeTree(place));
  return orUndoLater(close, async () => {
    const [trees, before] = await store.alone(async () => {
      const laid = await layOut(store, base.roots, { place, makeWhiteout: mounts.makeWhiteout });
      // By the clock of the files, which is not as fine as the system's.
      const before: Before = { entries: new Map(store.entries.all()), startedMs: statSync(place).mtimeMs };
      return [laid, before] as const;
    });
    const take = (change: ChangeEntries) => takeChanges({ merged, mounts, trees, before }, change);
    return { trees, take: () => store.alone(take), [Symbol.dispose]: close };
  });
}

interface Ended {
  readonly merged: Changeable;
  readonly mounts: ProgramMounts;
  readonly trees: ProgramView['trees'];
  readonly before: Before;
}

async function takeChanges(
  { merged, mounts, trees, before }: Ended,
  change: ChangeEntries,
): Promise<readonly NotTaken[]> {
  const collected = beginCollecting(merged, before);
  try {
    for (const tree of trees) await collectFrom(collected, tree);
    // The layer does not tell whether the program emptied them before it put something in.
    const shared = collected.shared.map(({ path }) => path);
    if (shared.length > 0) await removeAllBut(collected, new Set(await mounts.list(trees, shared)));
    await change([...collected.changes.values()]);
    return collected.notTaken;
  } catch (error) {
    collected.written.forEach(merged.store.contents.remove);
    throw error;
  }
}
