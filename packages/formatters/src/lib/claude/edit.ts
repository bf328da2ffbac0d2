import type { Failure } from '@dragoman/fs-core';
import type { ChangeFileOutcome } from '@dragoman/outcomes/internal/parts';
import type { ChangeFileFacts } from '../facts.ts';
import type { Arguments, FormattedResult, Reader, Scene } from '../formatter.ts';
import { nearestPlaces } from '../shared/nearest-places.ts';
import { printableName } from '../shared/printable.ts';
import { changed, isCurrent } from './changed.ts';
import { toolFailed } from './failure.ts';

const SEEN_LATER =
  ' (note: the file had been modified on disk since you last read it — the edit applied cleanly, but the file contains other changes not in your context. Read it before edits that depend on surrounding content.)';

/** Confirmation of `Edit` of dialect `claude`. @example edited(outcome, { limit: { bytes: 20_000 } }, { file_path: 'a.md' }) */
export function edited(outcome: ChangeFileOutcome, _reader: Reader, args: Arguments): FormattedResult<ChangeFileFacts> {
  const path = printableName(String(args.file_path));
  const done = args.replace_all
    ? `The file ${path} has been updated. All occurrences were successfully replaced.`
    : `The file ${path} has been updated successfully.`;
  return changed(outcome, { path, sentence: done + contextNote(outcome) });
}

function contextNote({ created, readState }: ChangeFileOutcome): string {
  if (created || readState === 'whole') return isCurrent;
  return readState === 'changed' ? SEEN_LATER : '';
}

/**
 * Explains a failure of `Edit`.
 * @example editFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/p', limit: { bytes: 20_000 } })
 */
export function editFailed(failure: Failure, args: Arguments, scene: Scene): string {
  const sought = `String: ${args.old_string}`;
  switch (failure.code) {
    case 'NO_MATCH': {
      const nearest = nearestPlaces(failure.nearest);
      return `String to replace not found in file.\n${sought}${nearest === '' ? '' : `\n${nearest}`}`;
    }
    case 'AMBIGUOUS_MATCH':
      return `Found ${failure.actual} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\n${sought}`;
    case 'UNSUPPORTED_FILE':
      return 'mimeType' in failure ? isBinary : toolFailed(failure, args, scene);
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'equal-texts')
        return 'No changes to make: old_string and new_string are exactly the same.';
      if (failure.problem === 'notebook') return 'File is a Jupyter Notebook. Use the NotebookEdit to edit this file.';
      return failure.problem === 'exists'
        ? 'Cannot create new file - file already exists.'
        : toolFailed(failure, args, scene);
    default:
      return toolFailed(failure, args, scene);
  }
}

/** The sentence for a file that holds no text, of the tools that change texts. */
export const isBinary = 'File is binary and cannot be changed as text.';
