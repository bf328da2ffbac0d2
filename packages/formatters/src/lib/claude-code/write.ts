import type { WriteFileOutcome } from '@dragoman/outcomes';
import type { WriteFileFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { withEncodingNote, writeFileFacts } from '../shared/write-notes.ts';

/** Confirmation of `Write` of dialect `claude-code`. @example wrote(outcome) */
export function wrote(outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  const { path, contentBytes, dryRun } = outcome;
  const done = dryRun ? '[Dry Run] Would write' : 'Successfully wrote';
  const sentence = `${done} ${contentBytes} bytes to ${printableName(path)}`;
  return { content: [text(withEncodingNote(sentence, outcome))], outcome: writeFileFacts(outcome) };
}
