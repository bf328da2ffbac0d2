import type { JsonSchema } from '@dragoman/dialects';
import { dashed } from './flags.ts';
import type { Parameter } from './parameters.ts';

/** How a parameter is given: `--view_range <integer,integer>`, `--[no-]line_numbers`, `-A <integer>`. */
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
