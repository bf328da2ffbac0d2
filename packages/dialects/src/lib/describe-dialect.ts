import { ToolError } from '@dragoman/tools';
import { definitionOf } from './definition.ts';
import { DIALECTS } from './toolset.ts';
import type { DialectName, ToolDefinition } from './toolset-contract.ts';

/** The tools of a dialect without a session: all that there can be, whether or not a session would offer them. */
export interface DialectDescription {
  readonly toolNames: readonly string[];
  describe(toolName: string): ToolDefinition | undefined;
}

/** What help pages and command lines are made from. */
export async function describeDialect(name: DialectName): Promise<DialectDescription> {
  const dialect = await DIALECTS[name]?.();
  if (dialect === undefined) throw new ToolError('INVALID_ARGUMENT', `No dialect "${name}"`);
  return {
    toolNames: dialect.tools.map((tool) => tool.name),
    describe(toolName) {
      const tool = dialect.tools.find((candidate) => candidate.name === toolName);
      return tool && definitionOf(tool);
    },
  };
}

/** The dialects that there are, in no order that means anything. */
export function dialectNames(): DialectName[] {
  return Object.keys(DIALECTS) as DialectName[];
}
