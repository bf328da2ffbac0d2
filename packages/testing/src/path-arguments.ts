import type { Tool } from '@modelcontextprotocol/sdk/types.js';

const PARAMETERS = ['path', 'file_path', 'absolute_path', 'dir_path'];

type Args = Readonly<Record<string, unknown>>;

/** A tool that takes a path, and its arguments for one. */
export interface PathTool {
  readonly name: string;
  readonly writes: boolean;
  readonly argumentsFor: (path: string) => Args;
}

/** The tool if it takes a path. @param values for what else a tool may demand, by the name of the argument */
export function pathToolOf({ name, inputSchema, annotations }: Tool, values: Args): PathTool | null {
  const { properties = {}, required = [] } = inputSchema;
  const writes = annotations?.readOnlyHint !== true;
  // A patch names its files in its text.
  if (name === 'apply_patch') return { name, writes, argumentsFor: (path) => ({ input: added(path) }) };
  const parameter = PARAMETERS.find((candidate) => candidate in properties);
  if (parameter === undefined) return null;
  const rest = Object.fromEntries(required.map((key) => [key, values[key]]));
  return { name, writes, argumentsFor: (path) => ({ ...rest, [parameter]: path }) };
}

function added(path: string): string {
  return `*** Begin Patch\n*** Add File: ${path}\n+mine\n*** End Patch`;
}
