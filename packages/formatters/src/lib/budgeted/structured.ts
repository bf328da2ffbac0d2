import type { Facts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { printableJson } from '../shared/printable.ts';
import { wellFormed } from '../shared/well-formed.ts';
import type { BudgetedAnswer } from './answers.ts';

/** A name in the JSON of an answer; no text in it can look like one, since its quotes are escaped. */
const NAMED = /"file_path":"(?:[^"\\]|\\.)*"/g;

/** Amount of data that a result has besides what was asked for. */
export type MetadataLevel = 'standard' | 'minimal';

/**
 * An answer as an object, and the same object as JSON for clients that only know text.
 * @param outcome what programs find in the results of every dialect
 */
export function structured<Structured extends BudgetedAnswer, Outcome extends Facts>(
  answer: Structured,
  outcome: Outcome,
): FormattedResult<Outcome, Structured> {
  const structuredContent = wellFormed(answer);
  const json = JSON.stringify(structuredContent).replace(NAMED, printableJson);
  return { content: [text(json)], structuredContent, outcome };
}
