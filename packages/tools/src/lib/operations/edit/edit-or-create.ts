import type { ReplaceTextOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import type { Call, Session } from '../../session.ts';
import { equalTexts, type ReplaceTextRequest, replaceText } from './replace-text.ts';
import { writeFile } from './write-file.ts';

/**
 * Replaces text in a file, or makes the file if the old text is empty and nothing is there.
 * @throws ToolError `INVALID_ARGUMENT` for equal texts, and for an empty old text if a file is
 * @example await editOrCreate(session, { path: 'a.md', oldText: '', newText: 'one', occurrences: 1 }, call)
 */
export async function editOrCreate(
  session: Session,
  request: ReplaceTextRequest,
  call: Call<ReplaceTextOutcome | WriteFileOutcome>,
): Promise<ReplaceTextOutcome | WriteFileOutcome> {
  const { path, oldText, newText } = request;
  if (oldText === newText) throw equalTexts(path);
  return replaceOrCreate(session, request, call);
}

/**
 * Edits like `editOrCreate`, but accepts equal texts.
 * @example await replaceOrCreate(session, { path: 'a.md', oldText: 'one', newText: 'two', occurrences: 1 }, call)
 */
export async function replaceOrCreate(
  session: Session,
  request: ReplaceTextRequest,
  call: Call<ReplaceTextOutcome | WriteFileOutcome>,
): Promise<ReplaceTextOutcome | WriteFileOutcome> {
  const { path, oldText, newText } = request;
  if (oldText !== '') return replaceText(session, request, call);
  // A file that must be new cannot have been read.
  return writeFile(session, { path, content: newText, mustBeNew: true }, { ...call, requireRead: false });
}
