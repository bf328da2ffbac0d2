import { definitionOf } from './definition.ts';
import { loadDialect } from './load-dialect.ts';
import type { DialectName, ToolDefinition } from './toolset-contract.ts';

/** The tools of a dialect without a session: all that there can be, whether or not a session would offer them. */
export interface DialectDescription {
  readonly toolNames: readonly string[];
  describe(toolName: string): ToolDefinition | undefined;
}

/** What help pages and command lines are made from. @throws ToolError `INVALID_ARGUMENT` for no dialect */
export async function describeDialect(name: DialectName): Promise<DialectDescription> {
  const dialect = await loadDialect(name);
  return {
    toolNames: dialect.tools.map((tool) => tool.name),
    describe(toolName) {
      const tool = dialect.tools.find((candidate) => candidate.name === toolName);
      return tool && definitionOf(tool);
    },
  };
}
