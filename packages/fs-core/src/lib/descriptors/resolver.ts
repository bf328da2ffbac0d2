import type { Access, Scope } from '../scope/scope.ts';
import type { Pin, Platform } from './platform.ts';
import { resolveExisting } from './resolve-existing.ts';
import { resolveTarget, type Target } from './resolve-target.ts';

/** Turns a caller's path into something held open whose real path was judged after it was opened. */
export interface Resolver {
  /** The caller releases the pin. @throws ToolError as `Volume.open` */
  existing(path: string, access: Access): Pin;
  /** The caller releases both pins. @throws ToolError as `Volume.update` */
  target(path: string): Target;
}

export function createResolver(platform: Platform, scope: Scope): Resolver {
  const confinement = { platform, scope };
  return {
    existing: (path, access) => resolveExisting(confinement, path, access),
    target: (path) => resolveTarget(confinement, path),
  };
}
