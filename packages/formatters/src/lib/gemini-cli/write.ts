import type { Failure } from '@dragoman/fs-core';
import type { OverwriteTextOutcome } from '@dragoman/outcomes/internal/parts';
import type { OverwriteTextFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { printableName } from '../shared/printable.ts';
import { writeFacts } from '../shared/write-notes.ts';
import { commonFailure, isProblem, otherFailure } from './failure.ts';
import { changedSnippet } from './snippet.ts';

export const REST_OF_CODE = '[The rest of the code is over the response size limit: read the file to see it.]';

/**
 * Confirmation of `write_file`, with the lines that changed.
 * @example wroteFile(outcome, { limit: { bytes: 20_000 } }, { file_path: 'a.md', content: 'one\n' })
 */
export function wroteFile(
  outcome: OverwriteTextOutcome,
  { limit }: Reader,
  { content }: Arguments,
): FormattedResult<OverwriteTextFacts> {
  const { path, created, dryRun, differingLines, formerEncoding, ...rest } = outcome;
  const whole = String(content);
  const code = differingLines === null ? whole : changedSnippet(differingLines, () => whole);
  const done = dryRun ? '[Dry Run] Would have ' : 'Successfully ';
  const what = created ? 'created and wrote to new file' : dryRun ? 'overwritten file' : 'overwrote file';
  const note =
    formerEncoding === undefined ? '' : `\nNote: the file was ${formerEncoding} and is now ${outcome.encoding}.`;
  const confirmation = `${done}${what}: ${printableName(path)}. Here is the updated code:\n${code}${note}`;
  return {
    content: [text(boundedText(confirmation, limit, REST_OF_CODE))],
    outcome: writeFacts({ path, created, dryRun, ...rest, ...(formerEncoding !== undefined && { formerEncoding }) }),
  };
}

/**
 * Explains a failure of `write_file`.
 * @example writeFileFailed({ code: 'IS_DIRECTORY', path: '/project/src' })
 */
export function writeFileFailed(failure: Failure): string {
  if (isProblem(failure, 'no-path')) return 'Missing or empty "file_path"';
  if (isProblem(failure, 'placeholder'))
    return "`content` contains an omission placeholder (for example 'rest of methods ...'). Provide complete file content.";
  const common = commonFailure(failure);
  if (common !== null) return common;
  return failure.code === 'IS_DIRECTORY' ? `Path is a directory, not a file: ${failure.path}` : otherFailure(failure);
}
