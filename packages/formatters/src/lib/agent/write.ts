import type { WriteFileOutcome } from '@dragoman/outcomes';
import type { WriteFileFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { writeFacts } from '../shared/write-notes.ts';

/** Confirmation of `write`. @param path as the caller gave it @example wrote('a.md', outcome) */
export function wrote(path: string, outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  const { bytesWritten, dryRun } = outcome;
  const done = `${dryRun ? '[Dry Run] Would write' : 'wrote'} ${bytesWritten} bytes to ${printableName(path)}`;
  return { content: [text(done)], outcome: writeFacts(outcome) };
}
