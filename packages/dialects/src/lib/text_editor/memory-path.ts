import { join, posix, sep } from 'node:path';
import { withoutEnd } from '@dragoman/formatters/internal/pieces';
import { type Failure, ToolError } from '@dragoman/fs-core';
import type { Session } from '@dragoman/tools';

/** Path by which models call the directory that is their memory. */
const ROOT = '/memories';

/** The path on this machine for a path in the memory. @throws ToolError `ACCESS_DENIED` for any other path */
export function memoryPath({ workdir }: Session, path: string): string {
  if (!isIn(path)) throw denied(path);
  const normal = posix.normalize(path);
  if (!isIn(normal)) throw denied(path);
  return withoutEnd(join(workdir, normal.slice(ROOT.length)), '\\/', 1);
}

/** True if a path in the memory is that of its root. */
export function isMemoryItself(path: string): boolean {
  return posix.normalize(`${path}/`) === `${ROOT}/`;
}

function isIn(path: string): boolean {
  return path === ROOT || path.startsWith(`${ROOT}/`);
}

function denied(path: string): ToolError {
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed: [ROOT] }, `Path "${path}" is not in ${ROOT}`);
}

/**
 * The error with paths in the memory in place of paths on this machine.
 * @param given paths as the caller gave them, by the paths on this machine
 */
export function inMemory(error: ToolError, session: Session, given: ReadonlyMap<string, string>): ToolError {
  const { failure } = error;
  const named = (path: string): string => given.get(path) ?? virtual(session, path);
  const spoken: Failure = {
    ...failure,
    ...('path' in failure && failure.path !== undefined && { path: named(failure.path) }),
    ...('to' in failure && failure.to !== undefined && { to: named(failure.to) }),
    ...('candidates' in failure && { candidates: failure.candidates?.map(named) }),
    ...('allowed' in failure && { allowed: [ROOT] }),
  } as Failure;
  return new ToolError(spoken, failure.code, { cause: error });
}

/** The path in the memory for a path on this machine. */
function virtual({ workdir, volume }: Session, path: string): string {
  for (const root of [workdir, ...volume.roots]) {
    if (path === root) return ROOT;
    if (path.startsWith(root + sep)) return ROOT + path.slice(root.length).replaceAll(sep, '/');
  }
  return path;
}
