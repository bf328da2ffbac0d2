import type { Tool } from '@modelcontextprotocol/sdk/types.js';

const PARAMETERS = ['path', 'file_path', 'absolute_path', 'dir_path', 'notebook_path'];

type Args = Readonly<Record<string, unknown>>;

/** A tool that takes a path, and its arguments for one. */
export interface PathTool {
  readonly name: string;
  readonly writes: boolean;
  readonly argumentsFor: (path: string) => Args;
}

/**
 * The tool if it takes a path; one that has several commands counts as one tool for each.
 * @param values for what else a tool may demand, by the name of the argument
 */
export function pathToolsOf({ name, inputSchema, annotations }: Tool, values: Args): PathTool[] {
  const { properties = {}, required = [] } = inputSchema;
  const writes = annotations?.readOnlyHint !== true;
  // A patch names its files in its text.
  if (name === 'apply_patch') return [{ name, writes, argumentsFor: (path) => ({ input: added(path) }) }];
  const parameter = PARAMETERS.find((candidate) => candidate in properties);
  if (parameter === undefined) return [];
  const known = Object.fromEntries(Object.entries(values).filter(([key]) => key in properties));
  const commands = commandsIn(properties.command);
  if (commands.length > 0) {
    return commands.map((command) => ({
      name,
      writes: command !== 'view',
      argumentsFor: (path) => ({ ...known, command, [parameter]: path }),
    }));
  }
  const rest = Object.fromEntries(required.map((key) => [key, values[key]]));
  return [{ name, writes, argumentsFor: (path) => ({ ...rest, [parameter]: path }) }];
}

function commandsIn(schema: object | undefined): readonly unknown[] {
  return schema !== undefined && 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : [];
}

function added(path: string): string {
  return `*** Begin Patch\n*** Add File: ${path}\n+mine\n*** End Patch`;
}
