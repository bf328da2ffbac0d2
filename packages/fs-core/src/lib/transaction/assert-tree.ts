import { join } from 'node:path';
import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { afterwards } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { isTempFileName } from '../lock/temp-file-name.ts';
import type { Scope } from '../paths/scope.ts';
import { yieldToEventLoop } from '../volume/yield-to-event-loop.ts';
import { namesIn } from './remove-entry.ts';

/** A directory that is removed or moved, and the paths that it has and will have. */
export interface Tree {
  readonly pin: Pin;
  /** As the caller gave it. */
  readonly path: string;
  readonly realPaths: readonly string[];
}

// Other calls have their turn after so many directories.
const AT_ONCE = 50;

/**
 * Walks a directory by descriptors and refuses it if anything inside is denied, at the path it has or at the one that
 * it would have: else a move could uncover what a deny glob hides.
 * @throws ToolError `ACCESS_DENIED`, `CANCELLED`
 */
export async function assertTree(
  { platform, scope }: { readonly platform: Platform; readonly scope: Scope },
  { pin, path, realPaths }: Tree,
  signal: AbortSignal | undefined,
): Promise<void> {
  let visited = 0;
  const visit = async (directory: Pin, below: string): Promise<void> => {
    visited += 1;
    if (visited % AT_ONCE === 0) await yieldToEventLoop();
    assertNotCancelled(signal);
    for (const name of namesIn(platform, directory)) {
      if (isTempFileName(name)) continue;
      const relative = join(below, name);
      const isAllowed = realPaths.every((realPath) => isAllowedPath(scope, join(realPath, relative), 'write'));
      if (!isAllowed) throw heldDenied(path, scope);
      const entry = platform.pinEntry(directory, name);
      using _ = afterwards(() => platform.release(entry));
      if (entry.stat.isDirectory()) await visit(entry, relative);
    }
  };
  await visit(pin, '');
}

function heldDenied(path: string, { roots }: Scope): ToolError {
  const message = `Access denied: "${path}" holds something that is denied`;
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed: roots }, message);
}
