import type { ReplaceTextOutcome } from '@dragoman/outcomes';
import type { EditFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText, REST_NOTE } from '../shared/bounded-text.ts';
import { editFacts } from '../shared/edit-facts.ts';
import { printableName } from '../shared/printable.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';

/**
 * Confirmation of `edit`. A person is shown a diff, too.
 * @param path as the caller gave it
 * @example edited('a.md', outcome, { limit: { bytes: 20_000 } })
 */
export function edited(
  path: string,
  outcome: ReplaceTextOutcome,
  { limit, display }: Reader,
): FormattedResult<EditFacts> {
  const { replacements, dryRun } = outcome;
  const done = `${dryRun ? '[Dry Run] Would edit' : 'edited'} ${printableName(path)} (${replacements} replacement(s))`;
  const report = display ? `${done}\n${unifiedDiff(outcome)}` : done;
  return { content: [text(boundedText(report, limit, REST_NOTE))], outcome: editFacts(outcome) };
}
