import { type ArgumentIssue, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { Session } from '@dragoman/tools';
import type { Commands } from './effect.ts';
import { permissionsOf, permittedCommands } from './is-offered.ts';
import type { ObjectSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/**
 * The schema that arguments are checked by: of a tool with several commands it lets any command through, since the tool
 * itself says which there are, and what it says first is what is wrong with the path.
 */
export function checkedSchema({ input, commands }: Pick<Tool, 'input' | 'commands'>): ObjectSchema {
  if (commands === undefined) return input;
  const { enum: _, ...command } = input.properties.command ?? {};
  return { ...input, properties: { ...input.properties, command } };
}

/** A schema that names these commands. */
export function withCommands(schema: ObjectSchema, commands: Commands): ObjectSchema {
  const command = { ...schema.properties.command, enum: Object.keys(commands) };
  return { ...schema, properties: { ...schema.properties, command } };
}

/** The value of an argument that this command needs. @throws ToolError `INVALID_ARGUMENT` if it is left out */
export function needed<Value>(argument: string, value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw refused({ argument, problem: 'missing' });
}

/** The error for a command that the tool does not have. The session's are named. */
export function unknownCommand(commands: Commands, session: Session): ToolError {
  const values = Object.keys(permittedCommands(commands, permissionsOf(session)));
  return refused({ argument: 'command', problem: 'value', values });
}

/** The error for one argument that does not fit. */
export function refused(issue: ArgumentIssue): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'arguments', issues: [issue] },
    `Argument "${issue.argument}" does not fit the tool`,
  );
}

/** First and last line of a range, if one is given. @throws ToolError `INVALID_ARGUMENT` if it has not two numbers */
export function rangeIn(range: readonly number[] | undefined): readonly [number, number] | null {
  if (range === undefined) return null;
  const [first, last] = range;
  if (range.length !== 2 || first === undefined || last === undefined)
    throw refused({ argument: 'view_range', problem: 'value', expected: 'two numbers' });
  return [first, last];
}
