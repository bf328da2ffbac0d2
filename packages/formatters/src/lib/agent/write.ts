import type { WriteFileOutcome } from '@dragoman/outcomes';
import type { WriteFileFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { withEncodingNote, writeFileFacts } from '../shared/write-notes.ts';

/** Confirmation of `write`. @param path as the caller gave it @example wrote('a.md', outcome) */
export function wrote(path: string, outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  const { contentBytes, dryRun } = outcome;
  const done = `${dryRun ? '[Dry Run] Would write' : 'wrote'} ${contentBytes} bytes to ${printableName(path)}`;
  return { content: [text(withEncodingNote(done, outcome))], outcome: writeFileFacts(outcome) };
}
