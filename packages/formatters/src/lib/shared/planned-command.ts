import type { PlannedCommand } from '@dragoman/outcomes';
import type { PlannedCommandFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { printableName, printableText } from './printable.ts';

/** Shows a command before it is approved. */
export function plannedCommand(outcome: PlannedCommand): FormattedResult<PlannedCommandFacts> {
  const { command, directory, timeoutMs, background } = outcome;
  const limit = timeoutMs === null ? '' : `, for ${timeoutMs} ms at most`;
  const head = `[Dry Run] Would run ${background ? 'in the background, ' : ''}in ${printableName(directory)}${limit}:`;
  return { content: [text(`${head}\n${printableText(command)}`)], outcome: { ...outcome, dryRun: true } };
}
