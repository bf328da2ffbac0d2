import { definitionOf } from './definition.ts';
import { loadDialect } from './load-dialect.ts';
import type { DialectName, ToolDefinition } from './toolset-contract.ts';

/** All tools of a dialect, without a session: some sessions offer fewer. */
export interface DialectDescription {
  readonly toolNames: readonly string[];
  describe(toolName: string): ToolDefinition | undefined;
}

/** Describes a dialect, for help pages and command lines. @throws ToolError `INVALID_ARGUMENT` for an unknown name */
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
