import type { WriteFileOutcome } from '@dragoman/outcomes';
import type { WriteFileFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { writeFacts } from '../shared/write-notes.ts';

/** Confirmation of `Write` of dialect `claude-code`. @example wrote(outcome) */
export function wrote(outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  const { path, bytesWritten, dryRun } = outcome;
  const done = dryRun ? '[Dry Run] Would write' : 'Successfully wrote';
  return { content: [text(`${done} ${bytesWritten} bytes to ${printableName(path)}`)], outcome: writeFacts(outcome) };
}
