import { join } from 'node:path';
import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Scope } from '../paths/scope.ts';
import { treeState } from './tree-state.ts';

/** A directory that is removed or moved, and the paths that it has and will have. */
export interface Tree {
  readonly pin: Pin;
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPaths: readonly string[];
}

/**
 * Walks a directory by descriptors and refuses it if anything inside is denied, at the path it has or at the one that
 * it would have: else a move could uncover what a deny glob hides.
 * @returns as `treeState`
 * @throws ToolError `ACCESS_DENIED`, `CANCELLED`
 */
export async function assertTree(
  { platform, scope }: { readonly platform: Platform; readonly scope: Scope },
  { pin, path, realPaths }: Tree,
  signal: AbortSignal | undefined,
): Promise<string> {
  return await treeState(platform, pin, (relative) => {
    assertNotCancelled(signal);
    const isAllowed = realPaths.every((realPath) => isAllowedPath(scope, join(realPath, relative), 'write'));
    if (!isAllowed) throw heldDenied(path, scope);
  });
}

function heldDenied(path: string, { roots }: Scope): ToolError {
  const message = `Access denied: "${path}" holds something that is denied`;
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed: roots }, message);
}
