import type { Facts } from '../facts.ts';
import { type Rendered, text } from '../formatter.ts';
import { wellFormed } from '../shared/well-formed.ts';
import type { BudgetedAnswer } from './answers.ts';

/** How much a result says besides what was asked for. */
export type MetadataLevel = 'standard' | 'minimal';

/**
 * An answer as an object, and the same object as JSON for clients that only know text.
 * @param outcome what programs find in the results of every dialect
 */
export function structured<Structured extends BudgetedAnswer, Outcome extends Facts>(
  answer: Structured,
  outcome: Outcome,
): Rendered<Outcome, Structured> {
  const structuredContent = wellFormed(answer);
  return { content: [text(JSON.stringify(structuredContent))], structuredContent, outcome };
}
