import type { Failure } from '@dragoman/fs-core';
import type { ChangeFileOutcome } from '@dragoman/outcomes/internal/parts';
import type { ChangeFileFacts } from '../facts.ts';
import type { Arguments, FormattedResult, Reader, Scene } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { absolutePath } from './absolute-path.ts';
import { changed, isCurrent } from './changed.ts';
import { isBinary } from './edit.ts';
import { toolFailed } from './failure.ts';

/** Confirmation of `Write` of dialect `claude`. @example wrote(outcome, { limit: { bytes: 20_000 } }, { file_path: 'a.md' }) */
export function wrote(outcome: ChangeFileOutcome, _reader: Reader, args: Arguments): FormattedResult<ChangeFileFacts> {
  const path = printableName(String(args.file_path));
  const done = outcome.wasEmpty
    ? `File created successfully at: ${path}`
    : `The file ${path} has been updated successfully.`;
  return changed(outcome, { path, sentence: done + isCurrent });
}

/**
 * Explains a failure of `Write`.
 * @example writeFailed({ code: 'IS_DIRECTORY', path: 'a' }, { file_path: 'a' }, { root: '/p', limit: { bytes: 20_000 } })
 */
export function writeFailed(failure: Failure, args: Arguments, scene: Scene): string {
  switch (failure.code) {
    case 'IS_DIRECTORY': {
      const path = absolutePath(scene.cwd ?? scene.root, failure.path ?? '');
      return `${path} is a directory, not a file. Name a file in it.`;
    }
    case 'UNSUPPORTED_FILE':
      return 'mimeType' in failure ? isBinary : toolFailed(failure, args, scene);
    default:
      return toolFailed(failure, args, scene);
  }
}
