import type { Failure } from '@dragoman/fs-core';
import type { WriteFileOutcome } from '@dragoman/outcomes';
import type { WriteFileFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Scene, text } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { withEncodingNote, writeFileFacts } from '../shared/write-notes.ts';
import { invalid, schemaIssue, sentenceOf, writePathRefused } from './failure.ts';

/** Confirmation of `write_file`. @example wroteFile(outcome) */
export function wroteFile(outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  return { content: [text(withEncodingNote(confirmation(outcome), outcome))], outcome: writeFileFacts(outcome) };
}

function confirmation({ path, created, dryRun }: WriteFileOutcome): string {
  const name = printableName(path);
  if (dryRun) return `[Dry Run] Would ${created ? 'create and write to new file' : 'overwrite file'}: ${name}.`;
  return created ? `Successfully created and wrote to new file: ${name}.` : `Successfully overwrote file: ${name}.`;
}

/**
 * Explains a failure of `write_file`.
 * @example writeFileFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function writeFileFailed(failure: Failure, args: Arguments, { root }: Scene): string {
  const refused = schemaIssue(failure) ?? writePathRefused(failure, args, root);
  if (refused !== null) return refused;
  if (failure.code === 'IS_DIRECTORY') return invalid(`Path is a directory, not a file: ${args.file_path}`);
  const sentence = sentenceOf(failure);
  return failure.code === 'INVALID_ARGUMENT'
    ? invalid(sentence)
    : `Error writing to file ${args.file_path}: ${sentence}`;
}
