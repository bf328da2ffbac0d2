import { chmodSync, closeSync, fchmodSync, lstatSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { withoutSetId } from '../descriptors/attributes.ts';
import { assertUnchanged } from '../descriptors/file-update.ts';
import { ParentDirectories } from '../descriptors/parent-directories.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { missingDirectories, releaseTarget, type Target } from '../descriptors/resolve-target.ts';
import { newKeptName, newTempFileName } from '../descriptors/stale-temp-files.ts';
import { syncDirectories, syncToDisk } from '../descriptors/sync.ts';
import { afterwards, removeQuietly } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { systemPath } from '../paths/byte-path.ts';
import type { KeptNode } from './entry-change.ts';
import { expectedAt, fingerprintOf } from './fingerprint.ts';
import { seen } from './move-ends.ts';
import type { PlannedChange, RestoreResult, TransactionContext } from './planned.ts';
import { removeEntry } from './remove-entry.ts';
import type { StepRecord } from './step.ts';

/** An entry comes back from the journal: a file, a link, or a directory with all that it held. */
export interface Restoration {
  readonly kind: 'restore';
  readonly path: string;
  readonly node: KeptNode;
  /** The bytes of a version. @throws ToolError if they are not kept */
  readonly bytesOf: (version: string) => Uint8Array;
  /** @throws ToolError if the name does not lead to what is to be replaced */
  readonly precondition: () => Promise<void>;
}

/** Puts back what is no plain file, or takes the place of none. */
export function planRestore(
  context: TransactionContext,
  restoration: Restoration,
  target: Target,
): PlannedChange<RestoreResult> {
  const { path, node, bytesOf, precondition } = restoration;
  const { platform, settings } = context;
  const kept = target.existing === null ? null : newKeptName();
  const record: StepRecord = { do: 'put', path: target.realPath, staged: newTempFileName(), kept };
  let directories: ParentDirectories | undefined;
  let isKept = false;
  return {
    records: [record],
    made: missingDirectories(target),
    isLong: true,
    async prepare() {
      if (!target.existing?.stat.isDirectory()) return await precondition();
      throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot put back "${path}": a directory is there`);
    },
    async stage() {
      directories = new ParentDirectories(platform, target, settings.newModes(target.realPath));
      const { directory, grown } = directories;
      const restoring = { platform, durable: settings.durable, bytesOf };
      await restore(restoring, { into: directory, name: record.staged }, node);
      const stat = platform.within(directory, (at) => lstatSync(at(record.staged), { bigint: true }));
      return {
        steps: [{ record, directory, into: directory, made: fingerprintOf(stat), was: expectedAt(target) }],
        changedDirectories: [directory, ...grown],
        assertUnchanged: () => assertUnchanged({ platform, directory }, target, seen(target)),
        keep() {
          isKept = true;
          directories?.keep();
        },
      };
    },
    entries: async () => [],
    result: (synced) => ({ change: 'restore', realPath: target.realPath, synced }),
    [Symbol.dispose]() {
      const { directory } = directories ?? {};
      if (directory !== undefined && !isKept) removeQuietly(() => removeEntry(platform, directory, record.staged));
      directories?.[Symbol.dispose]();
      releaseTarget(platform, target);
    },
  };
}

interface RestoreContext extends Pick<Restoration, 'bytesOf'> {
  readonly platform: Platform;
  readonly durable: boolean;
}

interface Spot {
  readonly into: Pin;
  readonly name: string;
}

async function restore(restoring: RestoreContext, { into, name }: Spot, node: KeptNode): Promise<void> {
  const { platform } = restoring;
  switch (node.kind) {
    case 'file':
      return restoreFile(restoring, { into, name }, node);
    case 'link':
      platform.within(into, (at) => symlinkSync(systemPath(node.target), at(name)));
      return;
    case 'directory':
      return restoreDirectory(restoring, { into, name }, node);
    case 'other':
      throw new TypeError('What is no file cannot be kept');
  }
}

async function restoreFile(
  { platform, durable, bytesOf }: RestoreContext,
  { into, name }: Spot,
  { version, mode }: KeptNode & { readonly kind: 'file' },
): Promise<void> {
  const bytes = bytesOf(version);
  const fd = platform.within(into, (at) => openSync(at(name), 'wx', 0o600));
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fchmodSync(fd, withoutSetId(mode));
    if (durable) await syncToDisk(fd);
  } finally {
    closeSync(fd);
  }
}

async function restoreDirectory(
  restoring: RestoreContext,
  { into, name }: Spot,
  { mode, entries = {} }: KeptNode & { readonly kind: 'directory' },
): Promise<void> {
  const { platform, durable } = restoring;
  platform.within(into, (at) => mkdirSync(at(name), 0o700));
  const made = platform.pinEntry(into, name);
  using _ = afterwards(() => platform.release(made));
  for (const [below, node] of Object.entries(entries)) await restore(restoring, { into: made, name: below }, node);
  platform.within(made, (at) => chmodSync(at('.'), mode));
  if (durable) await syncDirectories(platform, [made]);
}
