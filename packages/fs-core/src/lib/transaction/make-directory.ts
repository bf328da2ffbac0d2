import { releaseTarget, resolveDirectory } from '../descriptors/resolve-target.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { ChangeOptions, DirectoryResult } from '../volume/volume.ts';
import { ParentDirectories } from '../write/parent-directories.ts';
import { syncDirectories } from '../write/sync.ts';
import { assertChangeable } from './plan-remove.ts';
import type { TransactionContext } from './planned.ts';

/** Makes a directory and its missing parents; a link to one is followed. @throws ToolError as `Volume.makeDirectory` */
export async function makeDirectory(
  context: TransactionContext,
  path: string,
  { dryRun = false, signal }: ChangeOptions,
): Promise<DirectoryResult> {
  assertNotCancelled(signal);
  const { platform, settings } = context;
  const target = resolveDirectory(context, path);
  const { realPath } = target;
  try {
    if (target.existing !== null) {
      if (target.existing.stat.isDirectory()) return { realPath, created: false, synced: true };
      throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot make "${path}": a file is there`);
    }
    if (dryRun) {
      assertChangeable(platform, target.parent);
      return { realPath, created: true, synced: true };
    }
    using made = new ParentDirectories(
      platform,
      { ...target, missing: [...target.missing, target.name] },
      settings.newModes,
    );
    made.keep();
    const synced = !settings.durable || (await syncDirectories(platform, made.grown));
    return { realPath, created: true, synced };
  } finally {
    releaseTarget(platform, target);
  }
}
