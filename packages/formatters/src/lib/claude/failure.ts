import type { Failure, FailureOf } from '@dragoman/fs-core';
import type { Arguments, Scene } from '../formatter.ts';
import { withAllowed } from '../shared/allowed.ts';
import { printableName } from '../shared/printable.ts';
import { absolutePath, lastName } from './absolute-path.ts';
import { inputError } from './input-error.ts';
import { noNotebook } from './notebook-fault.ts';
import { shortSize } from './short-size.ts';

const WORDS = { search: 'Grep' };

/**
 * Explains a failure of dialect `claude`.
 * @example toolFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/p', limit: { bytes: 20_000 } })
 */
export function toolFailed(failure: Failure, args: Arguments, scene: Scene): string {
  const { root, cwd = root } = scene;
  switch (failure.code) {
    case 'NOT_FOUND':
      return failure.missing === undefined && failure.workdir === undefined
        ? `File does not exist. ${directoryNote(scene)}${meantFile(failure)}`
        : withAllowed(failure, WORDS);
    case 'IS_DIRECTORY':
      return `EISDIR: illegal operation on a directory, read '${absolutePath(cwd, failure.path ?? '')}'`;
    case 'NOT_DIRECTORY':
      return `ENOTDIR: not a directory, open '${absolutePath(cwd, failure.path ?? '')}'`;
    case 'ACCESS_DENIED':
      return withAllowed({ ...failure, path: givenPath(args) ?? failure.path }, WORDS);
    case 'NOT_READ':
      return 'File has not been read yet. Read it first before writing to it.';
    case 'STALE_READ':
      return 'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.';
    case 'FILE_TOO_LARGE':
      return failure.operation === 'read' && failure.bound === undefined && failure.meaning === undefined
        ? tooLarge(failure)
        : withAllowed(failure, WORDS);
    case 'UNSUPPORTED_FILE':
      return 'notebook' in failure ? noNotebook(failure.notebook) : withAllowed(failure, WORDS);
    case 'INVALID_ARGUMENT':
      return inputError(failure, args, scene) ?? withAllowed(failure, WORDS);
    default:
      return withAllowed(failure, WORDS);
  }
}

/** The path of a call as it was given. */
function givenPath({ file_path, notebook_path, path }: Arguments): string | null {
  const given = file_path ?? notebook_path ?? path;
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : null;
}

/** The directory at which relative paths start, as the sentences for a missing path name it. */
export function directoryNote({ root, cwd = root }: Scene): string {
  return `Note: your current working directory is ${printableName(cwd)}.`;
}

function meantFile({ candidates = [] }: FailureOf<'NOT_FOUND'>): string {
  const [best] = candidates;
  return best === undefined ? '' : ` Did you mean ${printableName(lastName(best))}?`;
}

function tooLarge({ size, limit }: FailureOf<'FILE_TOO_LARGE'>): string {
  return `File content (${shortSize(size)}) exceeds maximum allowed size (${shortSize(limit)}). Use offset and limit to read a part of it, allow_large to read it whole, or Grep to find what it holds.`;
}
