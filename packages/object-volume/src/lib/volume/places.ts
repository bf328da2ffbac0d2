import { sep } from 'node:path';
import { claimsDirectory, type RealPath, similarNames, ToolError } from '@dragoman/fs-core/internal/kernel';
import { type Access, fromErrno, normalizePath } from '@dragoman/fs-core/internal/volume-kit';
import { isName, MAX_KEY_BYTES, MAX_NAME_BYTES } from './keys.ts';
import { listObjects } from './list-objects.ts';
import type { ObjectContext, Place } from './object-context.ts';

/** @throws ToolError `ACCESS_DENIED`, `INVALID_ARGUMENT` for a path that no object can have */
export function placeOf({ root, scope, prefix }: ObjectContext, path: string, access: Access): Place {
  const realPath = normalizePath(path);
  if (scope.judge(realPath, access) !== 'allowed') throw denied(scope.roots, path);
  const names = realPath.slice(root.length).split(sep).filter(Boolean);
  const relative = names.join('/');
  const key = prefix + relative;
  const isLong =
    names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES) || Buffer.byteLength(key) > MAX_KEY_BYTES;
  if (isLong) throw failed('ENAMETOOLONG', path);
  if (!names.every(isName)) throw failed('EINVAL', path);
  // Allowed by the scope.
  return { path, realPath: realPath as RealPath, relative, key };
}

/** Place of an entry whose name is to change; a root is where a tree begins, and no entry of a tree. */
export function entryPlace(context: ObjectContext, path: string): Place {
  const place = placeOf(context, path, 'write');
  if (place.relative === '') throw denied(context.scope.roots, path);
  return place;
}

/** Place of a file that is to be written. */
export function filePlace(context: ObjectContext, path: string): Place {
  const place = placeOf(context, path, 'write');
  if (claimsDirectory(path) || place.relative === '') throw failed('EISDIR', path);
  return place;
}

/** The place of an entry of a directory. */
export function placeBelow({ root, prefix }: Pick<ObjectContext, 'root' | 'prefix'>, relative: string): Place {
  const realPath = (
    relative === '' ? root : `${root === sep ? '' : root}${sep}${relative.replaceAll('/', sep)}`
  ) as RealPath;
  return { path: realPath, realPath, relative, key: prefix + relative };
}

export function denied(allowed: readonly string[], path: string): ToolError {
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed }, `Access denied: "${path}"`);
}

/** The error that a file system would give. */
export function failed(errno: string, path: string): unknown {
  return fromErrno(Object.assign(new Error(errno), { code: errno }), 'open', path);
}

/** The error for a path that leads nowhere: a file is in the way, or nothing has the name. */
export async function missing(context: ObjectContext, { path, relative, realPath }: Place): Promise<unknown> {
  const names = relative.split('/');
  for (let depth = names.length - 1; depth >= 0; depth -= 1) {
    const above = placeBelow(context, names.slice(0, depth).join('/'));
    if (depth > 0 && (await context.store.head(above.key)) !== null) return failed('ENOTDIR', path);
    const { isThere, tree } = await listObjects(context, above, { depth: 'one' });
    if (!isThere && depth > 0) continue;
    const candidates = similarNames(names[depth] ?? '', [...tree.entries.keys()])
      .map((name) => placeBelow(context, [...names.slice(0, depth), name].join('/')).realPath)
      .filter((candidate) => context.scope.judge(candidate, 'read') === 'allowed')
      .slice(0, 3);
    if (candidates.length === 0) break;
    const failure = { code: 'NOT_FOUND', path: realPath, errno: 'ENOENT', action: 'open', candidates } as const;
    return new ToolError(failure, `Cannot open "${path}": no such file or directory`);
  }
  return failed('ENOENT', realPath);
}
