import { kindOf } from '../descriptors/directory-entries.ts';
import { resolveEntry } from '../descriptors/resolve-entry.ts';
import type { Confinement } from '../descriptors/resolve-existing.ts';
import { releaseTarget, resolveTarget } from '../descriptors/resolve-target.ts';
import type { Location } from '../volume/change.ts';

/** Finds where a change to a path would be made. @throws ToolError as `Volume.locate` */
export function locate(confinement: Confinement, path: string, change: 'target' | 'entry'): Location {
  const found = change === 'entry' ? resolveEntry(confinement, path) : resolveTarget(confinement, path);
  releaseTarget(confinement.platform, found);
  const { realPath, existing } = found;
  return { realPath, kind: existing === null ? null : kindOf(existing.stat) };
}
