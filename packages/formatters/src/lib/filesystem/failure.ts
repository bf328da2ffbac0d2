import type { Failure, FailureOf } from '@dragoman/fs-core';
import { failureSentence } from '../shared/failure-sentence.ts';
import { formatSize } from '../shared/size.ts';

/** The system call that Node names in what it says of a failure. */
export type SystemCall = 'open' | 'read' | 'scandir' | 'stat' | 'mkdir' | 'rename';

/** The sentence for a failure, in the words of Node on Linux, on every system. Paths of failures are absolute. */
export function nodeSentence(failure: Failure, call: SystemCall): string {
  switch (failure.code) {
    case 'ACCESS_DENIED':
      return accessDenied(failure);
    case 'NOT_FOUND':
      return `ENOENT: no such file or directory, ${named(call === 'read' ? 'open' : call, failure)}`;
    case 'NOT_DIRECTORY':
      return notDirectory(failure, call);
    case 'IS_DIRECTORY':
      return `EISDIR: illegal operation on a directory, ${call === 'read' ? 'read' : `open '${failure.path}'`}`;
    case 'PERMISSION_DENIED':
      return failure.errno === 'EPERM'
        ? `EPERM: operation not permitted, ${named(call, failure)}`
        : `EACCES: permission denied, ${named(call, failure)}`;
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'exists') return `Destination already exists: ${failure.path}`;
      if (failure.problem === 'into-itself') return `EINVAL: invalid argument, ${named('rename', failure)}`;
      return otherFailure(failure);
    default:
      return otherFailure(failure);
  }
}

function accessDenied({ path, allowed, windowsPath }: FailureOf<'ACCESS_DENIED'>): string {
  if (windowsPath) return `Access denied - Windows-style path received on a POSIX host: ${path}`;
  return `Access denied - path outside allowed directories: ${path} not in ${allowed.join(', ')}`;
}

function notDirectory({ path, kind }: FailureOf<'NOT_DIRECTORY'>, call: SystemCall): string {
  if (kind === 'file' && call === 'mkdir') return `EEXIST: file already exists, mkdir '${path}'`;
  return `ENOTDIR: not a directory, ${kind === 'file' && call === 'scandir' ? 'scandir' : 'realpath'} '${path}'`;
}

/** The call with its one path or two. */
function named(call: SystemCall, { path, to }: { readonly path: string; readonly to?: string }): string {
  return `${call} '${path}'${to === undefined ? '' : ` -> '${to}'`}`;
}

/**
 * The sentence for a failure for which a tool has none of its own.
 * @example otherFailure({ code: 'NOT_FOUND', path: 'a.md' })
 */
export function otherFailure(failure: Failure): string {
  if (failure.code === 'ACCESS_DENIED') return accessDenied(failure);
  return failureSentence(failure, { search: 'search_files' });
}

/** The sentence for a failure to read a file as text. @param given the path as the caller gave it */
export function readingFailed(failure: Failure, given: string): string {
  if (failure.code === 'UNSUPPORTED_FILE' && 'mimeType' in failure)
    return `Cannot read ${given} as text: binary file (${formatSize(failure.size ?? 0)}). Use read_media_file.`;
  if (failure.code === 'FILE_TOO_LARGE' && failure.bound === 'file-size')
    return `File too large: ${given} has ${formatSize(failure.size)}, and the limit is ${formatSize(failure.limit)}. head and tail read a part of it; --max-file-size raises the limit`;
  if (failure.code === 'INVALID_ARGUMENT' && failure.problem === 'both-ends')
    return 'Cannot specify both head and tail parameters simultaneously';
  return nodeSentence(failure, 'read');
}
