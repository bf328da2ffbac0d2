import type { ChangeFileOutcome } from '@dragoman/outcomes/internal/parts';
import type { ChangeFileFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { patchHunks } from '../shared/unified-diff.ts';
import { writeFacts, writeNotes } from '../shared/write-notes.ts';

/** Follows the sentence for a file whose content the model knows whole. */
export const isCurrent = ' (file state is current in your context — no need to Read it back)';

export interface Confirmation {
  /** The path as the caller gave it. */
  readonly path: string;
  /** The sentence for a change that was made. */
  readonly sentence: string;
}

/** Result of a tool that changes a file: one sentence, and for programs what differs. */
export function changed(
  outcome: ChangeFileOutcome,
  { path, sentence }: Confirmation,
): FormattedResult<ChangeFileFacts> {
  const { differingLines, wasEmpty, ...facts } = outcome;
  const patch = patchHunks(differingLines);
  const planned = `[Dry Run] The file ${path} would be ${outcome.created ? 'created' : 'updated'}.`;
  const lines = outcome.dryRun ? [planned] : [sentence, ...writeNotes(outcome)];
  return { content: [text(lines.join('\n'))], outcome: { ...writeFacts(facts), ...(patch !== null && { patch }) } };
}
