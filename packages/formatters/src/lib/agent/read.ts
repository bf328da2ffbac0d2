import type { PartOutcome } from '@dragoman/outcomes';
import type { TextFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { cutLines } from '../shared/bounded-text.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { fits, type TextLimit } from '../shared/text-limit.ts';

const NOTE = '[The rest is over the response size limit. Use view_range to read it, e.g. view_range: [1, 500].]';

/**
 * Result of `read`: the text as it is; of some lines of it, without the newline of the last.
 * @param asked how many lines were asked for; null for all
 * @example readText(null, outcome, { limit: { bytes: 20_000 } })
 */
export function readText(asked: number | null, outcome: PartOutcome, reader: Reader): FormattedResult<TextFacts> {
  return withGuess(outcome, reader, ({ limit }) => readPart(asked, outcome, limit));
}

function readPart(asked: number | null, outcome: PartOutcome, limit: TextLimit): FormattedResult<TextFacts> {
  const { path, realPath, startLine, encoding } = outcome;
  const newlines = outcome.text.split('\n').length - 1;
  // If there are fewer lines than were asked for, they go on to the end of the text.
  const whole = newlines === asked ? outcome.text.slice(0, -1) : outcome.text;
  const shown = outcome.isCut || !fits(whole, limit) ? cutLines(whole, limit, NOTE) : whole;
  const count =
    shown === whole
      ? newlines + (outcome.text === '' || outcome.text.endsWith('\n') ? 0 : 1)
      : shown.split('\n').length - 1;
  const endLine = startLine + count - 1;
  return {
    content: [text(shown)],
    outcome: { kind: 'text', path, realPath, startLine, endLine, totalLines: null, encoding },
  };
}
