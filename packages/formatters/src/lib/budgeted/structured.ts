import { text } from '../content.ts';
import type { Rendered } from '../rendered.ts';
import { wellFormed } from '../shared/well-formed.ts';

/** How much a result says besides what was asked for. */
export type MetadataLevel = 'standard' | 'minimal';

type Facts = Readonly<Record<string, unknown>>;

/**
 * The facts of a result as an object, and the same object as JSON for clients that only know text.
 * @param outcome what programs find in the results of every dialect
 */
export function structured(facts: Facts, outcome: Facts): Rendered {
  const structuredContent = wellFormed(facts);
  return { content: [text(JSON.stringify(structuredContent))], structuredContent, outcome };
}
