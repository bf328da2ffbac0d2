import { text } from '../content.ts';
import type { Rendered } from '../rendered.ts';

/** How much a result says besides what was asked for. */
export type MetadataLevel = 'standard' | 'minimal';

/** The facts of a result as an object, and the same object as JSON for clients that only know text. */
export function structured(facts: Readonly<Record<string, unknown>>): Rendered {
  return { content: [text(JSON.stringify(facts))], structuredContent: facts };
}
