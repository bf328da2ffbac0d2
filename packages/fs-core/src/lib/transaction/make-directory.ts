import { lstatSync } from 'node:fs';
import { ParentDirectories } from '../descriptors/parent-directories.ts';
import { missingDirectories, releaseTarget, resolveDirectory, type Target } from '../descriptors/resolve-target.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { afterwards } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { ChangeOptions, DirectoryResult } from '../volume/change.ts';
import { carryOut } from './carry-out.ts';
import { assertChangeable } from './plan-remove.ts';
import type { Stageable, TransactionContext } from './planned.ts';

/** Makes a directory and its missing parents; a link to one is followed. @throws ToolError as `Volume.makeDirectory` */
export async function makeDirectory(
  context: TransactionContext,
  path: string,
  { dryRun = false, signal, by }: ChangeOptions,
): Promise<DirectoryResult> {
  assertNotCancelled(signal);
  const target = resolveDirectory(context, path);
  const { realPath } = target;
  using _ = afterwards(() => releaseTarget(context.platform, target));
  if (target.existing !== null) {
    if (target.existing.stat.isDirectory()) return { realPath, created: false, synced: true };
    throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot make "${path}": a file is there`);
  }
  if (dryRun) {
    assertChangeable(context.platform, target.parent);
    return { realPath, created: true, synced: true };
  }
  using plan = new DirectoryPlan(context, target);
  const synced = await carryOut(context, [plan], { isDry: false, signal, by });
  return { realPath, created: true, synced };
}

/** A directory is made, and its missing parents: that is one step of the system for each, and nothing to be replaced. */
class DirectoryPlan implements Stageable {
  readonly records = [];
  readonly made: readonly string[];
  readonly #context: TransactionContext;
  readonly #target: Target;
  #directories: ParentDirectories | undefined;

  constructor(context: TransactionContext, target: Target) {
    this.#context = context;
    this.#target = target;
    this.made = [...missingDirectories(target), target.realPath];
  }

  async stage() {
    const { platform, settings } = this.#context;
    const { missing, name } = this.#target;
    const directories = new ParentDirectories(
      platform,
      { ...this.#target, missing: [...missing, name] },
      settings.newModes(this.#target.realPath),
    );
    this.#directories = directories;
    return { steps: [], changedDirectories: directories.grown, keep: () => directories.keep() };
  }

  async entries() {
    const made = this.made.slice(0, -1);
    const { directory } = this.#directories ?? {};
    const stat = directory && this.#context.platform.within(directory, (at) => lstatSync(`${at('.')}/.`));
    const after = { kind: 'directory', mode: (stat?.mode ?? 0) & 0o7777 } as const;
    return [
      { change: 'add' as const, path: this.#target.realPath, before: null, after, ...(made.length > 0 && { made }) },
    ];
  }

  [Symbol.dispose](): void {
    this.#directories?.[Symbol.dispose]();
  }
}
