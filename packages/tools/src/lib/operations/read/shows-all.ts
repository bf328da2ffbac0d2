import type { ReadFileOutcome } from '@dragoman/outcomes';
import type { Call } from '../../session.ts';

/** True if an answer has room for all of a text, each line with its number, or is of a kind that is shown as a whole. */
export function showsAll(outcome: object | ReadFileOutcome, { maxResponseSize }: Call): boolean {
  if (!('kind' in outcome) || outcome.kind !== 'text') return true;
  const { startLine, lines, more } = outcome;
  const numbers = lines.length * (String(lines.length).length + 2);
  const size = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), numbers);
  return startLine === 1 && !more && size <= maxResponseSize && lines.every(({ fullLength }) => fullLength === null);
}
