import type { JsonSchema } from '@dragoman/dialects';
import { UsageError } from './usage-error.ts';

/**
 * The value of one argument of a tool, from words on the command line.
 * @param words one for each time the argument was given; the last counts, unless the argument is a list
 * @throws UsageError if a word cannot be what the schema wants
 */
export function argumentOf(name: string, schema: JsonSchema, words: readonly string[]): unknown {
  if (schema.type === 'array') return words.flatMap((word) => listOf(name, schema, word));
  return scalarOf(name, schema, words.at(-1) ?? '');
}

function scalarOf(name: string, schema: JsonSchema, word: string): unknown {
  switch (schema.type) {
    case 'string':
      return assertOneOf(name, schema, word);
    case 'integer':
    case 'number':
      return numberOf(name, schema.type, word);
    case 'boolean':
      if (word === 'true' || word === 'false') return word === 'true';
      throw new UsageError(`${name} must be true or false, not "${word}"`);
    default:
      return jsonOf(name, word);
  }
}

function assertOneOf(name: string, { enum: values }: JsonSchema, word: string): string {
  if (!Array.isArray(values) || values.includes(word)) return word;
  throw new UsageError(`${name} must be one of ${values.join(', ')}, not "${word}"`);
}

function numberOf(name: string, type: 'integer' | 'number', word: string): number {
  const form = type === 'integer' ? /^\s*-?\d+\s*$/ : /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i;
  if (form.test(word)) return Number(word);
  throw new UsageError(`${name} must be a ${type === 'integer' ? 'whole number' : 'number'}, not "${word}"`);
}

/** `1,40` or JSON; a comma inside braces belongs to a glob such as `*.{ts,js}`. */
function listOf(name: string, schema: JsonSchema, word: string): unknown[] {
  if (word.trimStart().startsWith('[')) {
    const list = jsonOf(name, word);
    if (Array.isArray(list)) return list;
  }
  if (word === '') return [];
  return word.split(/,(?![^{]*\})/).map((part, index) => scalarOf(name, itemSchema(schema, index), part));
}

function itemSchema({ prefixItems, items = {} }: JsonSchema, index: number): JsonSchema {
  return (Array.isArray(prefixItems) ? (prefixItems[index] ?? prefixItems.at(-1)) : undefined) ?? items;
}

function jsonOf(name: string, word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    throw new UsageError(`${name} must be JSON, not "${word}"`);
  }
}
