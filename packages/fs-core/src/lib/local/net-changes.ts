import { rmdirSync } from 'node:fs';
import { resolveEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget } from '../descriptors/resolve-target.ts';
import { areSpellings } from '../descriptors/system-spelling.ts';
import { versionOf } from '../descriptors/version.ts';
import { attempt } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { KeptNode } from '../journal/entry.ts';
import { systemPath } from '../paths/byte-path.ts';
import type { Restoration } from '../transaction/plan-restore.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import type { AnyChange } from '../transaction/transact.ts';
import type { OpenFile } from '../volume/open-entry.ts';
import { isSameContent } from './change-cells.ts';
import { type Forecast, placesIn } from './forecast.ts';
import type { LookAt } from './foretold-tree.ts';

interface Net {
  readonly forecast: Forecast;
  readonly lookAt: LookAt;
  readonly bytesOf: Restoration['bytesOf'];
}

/** The changes by which everything becomes what was foretold; each looks again at what it changes. */
export function netChanges({ forecast, lookAt, bytesOf }: Net): AnyChange[] {
  const places = placesIn(forecast);
  const carried = new Set([...places].flatMap(([path, { from }]) => (from === path ? [] : (from ?? []))));
  const changes: AnyChange[] = [];
  for (const [path, { node, from, found }] of places) {
    if (from === path || (node === null && (found === null || carried.has(path)))) continue;
    if (from !== null && node !== null) {
      const precondition = stillIs(from, node, () => lookAt(from, false));
      changes.push({ kind: 'move', from, to: path, overwrite: found !== null, precondition });
    } else if (node === null) {
      const isWhole = found?.kind === 'directory' && found.entries !== undefined;
      const precondition = stillIs(path, found, () => lookAt(path, isWhole));
      changes.push({ kind: 'remove', path, recursive: isWhole, precondition });
    } else if (node.kind === 'file' && (found === null || found.kind === 'file')) {
      const { version, mode } = node;
      const check = stillIs(path, found, async () => null);
      const change = async (current: OpenFile | null, realPath: string) => {
        await check(current, realPath);
        return [bytesOf(version)];
      };
      changes.push({ kind: 'write', path, mode, change });
    } else {
      changes.push({ kind: 'restore', path, node, bytesOf });
    }
  }
  return changes;
}

/** Checks that an entry is still as it was found. @throws ToolError `CONFLICT` if it is not */
function stillIs(path: string, found: KeptNode | null, lookAgain: () => Promise<KeptNode | null>) {
  return async (current: OpenFile | null, realPath: string): Promise<void> => {
    const isSame =
      found?.kind === 'file'
        ? current !== null && (await versionOf(current)) === found.version
        : current === null && isSameContent(found, await lookAgain());
    if (isSame && areSpellings(realPath, path)) return;
    throw new ToolError({ code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true }, 'It changed meanwhile');
  };
}

/** Removes directories that are empty, innermost first, and leaves the others. */
export function removeEmptyDirectories(context: TransactionContext, paths: readonly string[]): void {
  const { platform } = context;
  for (const path of [...new Set(paths)].sort().reverse()) {
    try {
      const target = resolveEntry(context, path);
      try {
        if (target.existing?.stat.isDirectory())
          attempt(() => platform.within(target.parent, (at) => rmdirSync(systemPath(at(target.name)))));
      } finally {
        releaseTarget(platform, target);
      }
    } catch (error) {
      // It is gone, or may not be touched.
      if (!(error instanceof ToolError)) throw error;
    }
  }
}
