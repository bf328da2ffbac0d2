import { measureJson, type NotebookFault, parseJson } from '@dragoman/fs-core/internal/kernel';
import { withoutOddNumbers } from './json-spans.ts';

/** Members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Parsing goes on without a break. A notebook of 10 MB that is full of numbers has half as many values.
const MOST_VALUES = 500_000;
// Output that is nested deeper can neither be shown nor be written as JSON again.
const MOST_DEPTH = 512;

/** The members of a notebook's root; `NaN` and `Infinity` become strings. Says why the text is no JSON object. */
export function parseRoot(text: string): { readonly root: Fields } | { readonly fault: NotebookFault } {
  const { values, depth } = measureJson(text, MOST_VALUES);
  if (values > MOST_VALUES) return { fault: 'too-many-values' };
  const strict = parseJson(text);
  const root = strict === undefined ? parseJson(withoutOddNumbers(text) ?? '') : strict;
  if (root === undefined) return { fault: 'no-json' };
  if (depth > MOST_DEPTH) return { fault: 'too-deep' };
  return isFields(root) ? { root } : { fault: 'no-object' };
}

/** True for a string, and for a list of nothing but strings. */
export function isText(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((line) => typeof line === 'string'));
}

/** Text is a string, or lines that keep their newlines. */
export function joined(text: unknown): string {
  if (typeof text === 'string') return text;
  return Array.isArray(text) ? text.filter((line) => typeof line === 'string').join('') : '';
}
