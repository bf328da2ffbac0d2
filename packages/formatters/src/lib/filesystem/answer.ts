import type { Facts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { boundedText, REST_NOTE } from '../shared/bounded-text.ts';
import type { TextLimit } from '../shared/text-limit.ts';
import type { TextAnswer } from './answers.ts';

/** A text as a block and as `structuredContent`: clients show one of the two. */
export function answer<Outcome extends Facts>(
  whole: string,
  outcome: Outcome,
  limit: TextLimit,
): FormattedResult<Outcome, TextAnswer> {
  const content = boundedText(whole, limit, REST_NOTE);
  return { content: [text(content)], structuredContent: { content }, outcome };
}
