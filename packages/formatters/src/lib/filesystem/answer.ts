import type { Facts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { boundedText, cutText, restNote } from '../shared/bounded-text.ts';
import type { TextLimit } from '../shared/text-limit.ts';
import type { TextAnswer } from './answers.ts';

/** Bounds of an answer, and the way to what is beyond them. */
export interface AnswerBounds {
  readonly limit: TextLimit;
  /** Sentence that names what the tool takes to see the rest. */
  readonly advice?: string;
  /** There is more than the text has. */
  readonly more?: boolean;
}

/** A text as a block and as `structuredContent`: clients show one of the two. */
export function answer<Outcome extends Facts>(
  whole: string,
  outcome: Outcome,
  { limit, advice = 'Ask for less at once.', more = false }: AnswerBounds,
): FormattedResult<Outcome, TextAnswer> {
  const content = (more ? cutText : boundedText)(whole, limit, restNote(advice));
  return { content: [text(content)], structuredContent: { content }, outcome };
}
