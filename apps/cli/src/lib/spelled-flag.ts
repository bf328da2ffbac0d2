import type { JsonSchema } from '@dragoman/dialects';
import type { Parameter } from './parameters.ts';

/** How a parameter is given: `--view_range <integer,integer>`, `--[no-]line_numbers`, `-A <integer>`. */
export function spelledFlag({ name, schema }: Parameter): string {
  const dashed = /^-.$/.test(name) ? name : `--${name}`;
  if (schema.type !== 'boolean') return `${dashed} <${typeName(schema)}>`;
  return schema.default === true ? dashed.replace(/^--/, '--[no-]') : dashed;
}

function typeName({ type, enum: values, items = {}, minItems, maxItems }: JsonSchema): string {
  if (values) return values.join('|');
  if (type === 'array') {
    const one = typeName(items);
    return minItems !== undefined && minItems === maxItems ? Array(minItems).fill(one).join(',') : `${one},...`;
  }
  return typeof type === 'string' && type !== 'object' ? type : 'json';
}
