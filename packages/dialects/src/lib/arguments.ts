import { ToolError } from '@dragoman/tools';
import { checkValue } from './check-value.ts';
import type { FieldsSchema, Output } from './schema.ts';
import type { Arguments, Tool } from './tool.ts';

/**
 * Checks arguments against a tool's schema, and fills in defaults.
 * @throws ToolError `INVALID_ARGUMENT` with `details.issues`
 */
export function parseArguments<Input extends FieldsSchema>({ json }: Input, args: unknown): Output<Input> {
  const { value, issues } = checkValue(json, args ?? {});
  if (issues.length > 0) throw new ToolError('INVALID_ARGUMENT', 'Arguments do not fit the tool', { issues });
  // A value without issues is of the schema's type.
  return value as Output<Input>;
}

/** The arguments under the names of the tool's schema. Null stands for nothing there, unless the schema requires it. */
export function adaptArguments({ adapt, input }: Tool, args: Arguments): Arguments {
  const { required = [] } = input.json;
  const present = Object.entries(args).filter(([name, value]) => value !== null || required.includes(name));
  const given = present.length === Object.keys(args).length ? args : Object.fromEntries(present);
  return adapt?.(given) ?? given;
}
