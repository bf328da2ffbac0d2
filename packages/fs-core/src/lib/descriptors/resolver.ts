import type { Access, Scope } from '../scope/scope.ts';
import type { Pin, Platform } from './platform.ts';
import { missingEntry, resolveEntry } from './resolve-entry.ts';
import { resolveExisting } from './resolve-existing.ts';
import { resolveDirectory, resolveTarget, type Target } from './resolve-target.ts';

/** Turns a caller's path into something held open whose real path was judged after it was opened. */
export interface Resolver {
  /** The caller releases the pin. @throws ToolError as `Volume.open` */
  existing(path: string, access: Access): Pin;
  /** The caller releases both pins. @throws ToolError as `Volume.update` */
  target(path: string): Target;
  /** As `target`, for a directory. @throws ToolError as `Volume.makeDirectory` */
  directory(path: string): Target;
  /** As `target`, but a link at the end is not followed. @throws ToolError as `Volume.remove` */
  entry(path: string): Target;
  /** As `entry`, for what is to be there. @throws ToolError as `entry`, `NOT_FOUND` */
  existingEntry(path: string): Target & { readonly existing: Pin };
}

export function createResolver(platform: Platform, scope: Scope): Resolver {
  const confinement = { platform, scope };
  return {
    existing: (path, access) => resolveExisting(confinement, path, access),
    target: (path) => resolveTarget(confinement, path),
    directory: (path) => resolveDirectory(confinement, path),
    entry: (path) => resolveEntry(confinement, path),
    existingEntry(path) {
      const target = resolveEntry(confinement, path);
      const { existing } = target;
      if (existing !== null) return { ...target, existing };
      try {
        throw missingEntry(confinement, target, path);
      } finally {
        platform.release(target.parent);
      }
    },
  };
}
