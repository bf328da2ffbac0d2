import type { WriteFileOutcome } from '@dragoman/outcomes';
import type { WriteFileFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { counted } from '../shared/counted.ts';
import { printableName } from '../shared/printable.ts';
import { formatSize } from '../shared/size.ts';
import { encodingNotes, writeFileFacts, writeNotes } from '../shared/write-notes.ts';

/** Confirmation of `create_file` of dialect `editor`. @example createdFile(outcome) */
export function createdFile(outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  const { path, created, bytesWritten, dryRun } = outcome;
  const verb = created ? 'create' : 'overwrite';
  const done = dryRun ? `[Dry Run] Would ${verb}` : created ? 'Created' : 'Overwrote';
  const bytes = counted(bytesWritten, 'byte');
  const size = bytesWritten < 1024 ? bytes : `${bytes}, ${formatSize(bytesWritten)}`;
  return {
    content: [
      text(
        [`${done} ${printableName(path)} (${size})`, ...encodingNotes(outcome.replaced), ...writeNotes(outcome)].join(
          '\n',
        ),
      ),
    ],
    outcome: writeFileFacts(outcome),
  };
}
