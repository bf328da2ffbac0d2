import type { JsonSchema, ObjectSchema, ToolDefinition } from '@dragoman/dialects';
import { dashed } from './flags.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';

/** One argument of a tool, as the command line takes it. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonSchema;
  /** True if the command line demands it. */
  readonly required: boolean;
  /** True if it may be given without its flag, in the order of the parameters. */
  readonly positional: boolean;
}

/** The arguments of a tool in the order of its schema; one with the name of a flag of the program is left to `call`. */
export function parametersOf({ properties, required = [] }: ObjectSchema): Parameter[] {
  const parameters = Object.entries(properties)
    .filter(([name]) => !PROGRAM_FLAGS.some((flag) => flag.name === name))
    .map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
  const names = new Set(positionalNames(parameters));
  return parameters.map((parameter) => {
    const positional = names.has(parameter.name);
    // A text that stands behind others is easily forgotten, and its default may delete something.
    const isForgotten = positional && required.length > 0 && !namesPath(parameter.name);
    return { ...parameter, positional, required: parameter.required || isForgotten };
  });
}

/** True if an argument is a path, by its name. */
export function namesPath(name: string): boolean {
  return /(?:^|_)path$|^directory$/.test(name);
}

/** The parameter for the file that a tool shows; null for a tool that does something else. */
export function shownFile({ inputSchema, annotations }: ToolDefinition): Parameter | null {
  const [first, ...others] = parametersOf(inputSchema).filter(({ positional }) => positional);
  if (first === undefined || others.length > 0) return null;
  return annotations.readOnlyHint && namesPath(first.name) ? first : null;
}

/**
 * Positional are the texts at the beginning of a schema: all that it requires, and then at most one that it does not,
 * if that is a path or has a default, as in `grep needle src` and `str_replace a.ts old new`; if it requires nothing,
 * the first text, as in `bash 'ls -l'`.
 */
function positionalNames(parameters: readonly Omit<Parameter, 'positional'>[]): string[] {
  const end = parameters.findIndex(({ required, schema }) => !required || schema.type !== 'string');
  const leading = end === -1 ? parameters : parameters.slice(0, end);
  const next = parameters[leading.length];
  const isAlone = parameters.every(({ required }) => !required);
  const alsoNext =
    next !== undefined &&
    !next.required &&
    next.schema.type === 'string' &&
    next.schema.enum === undefined &&
    (isAlone || (leading.length > 0 && (namesPath(next.name) || next.schema.default !== undefined)));
  return [...leading, ...(alsoNext ? [next] : [])].map(({ name }) => name);
}

/** Spells the flag of a parameter: `--view_range <integer,integer>`, `--[no-]line_numbers`, `-A <integer>`. */
export function spelledFlag({ name, schema }: Parameter): string {
  const flag = dashed(name);
  if (schema.type !== 'boolean') return `${flag} <${typeName(schema)}>`;
  return schema.default === true ? flag.replace(/^--/, '--[no-]') : flag;
}

function typeName({ type, enum: values, items = {}, minItems, maxItems }: JsonSchema): string {
  if (values) return values.join('|');
  if (type === 'array') {
    const one = typeName(items);
    return minItems !== undefined && minItems === maxItems ? Array(minItems).fill(one).join(',') : `${one},...`;
  }
  return typeof type === 'string' && type !== 'object' ? type : 'json';
}
