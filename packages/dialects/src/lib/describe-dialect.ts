import type { ToolError } from '@dragoman/fs-core';
import { failureOf } from '@dragoman/tools/internal/session';
import { definitionOf } from './definition.ts';
import { failedResult } from './failed-result.ts';
import { offered, type Permissions } from './is-offered.ts';
import { loadDialect } from './load-dialect.ts';
import type { DialectName } from './registry.ts';
import type { Tool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';
import type { ToolDefinition } from './toolset.ts';

/** All tools of a dialect, without a session: some sessions offer fewer. */
export interface DialectDescription {
  readonly toolNames: readonly string[];
  /** True if tools refuse a relative path if a path is required. */
  readonly demandsAbsolutePaths: boolean;
  /** Uses of a tool on the command line; those that do not name `dragoman` follow the tool's name. */
  examplesOf(toolName: string): readonly string[];
  describe(toolName: string): ToolDefinition | undefined;
  /** True if a session that permits this offers the tool; false for an unknown name. */
  offers(toolName: string, permissions: Permissions): boolean;
  /** Answers a call whose session cannot, as its tool words such a failure. `root` is as the session's `workdir`. */
  failed(toolName: string, args: unknown, why: { readonly error: ToolError; readonly root: string }): ToolResult;
}

/** Describes a dialect, for help pages and command lines. @throws ToolError `INVALID_ARGUMENT` for an unknown name */
export async function describeDialect(name: DialectName): Promise<DialectDescription> {
  const dialect = await loadDialect(name);
  const toolNamed = (toolName: string) => dialect.tools.find((candidate) => candidate.name === toolName);
  return {
    toolNames: dialect.tools.filter((tool: Tool) => !tool.isUnlisted).map((tool) => tool.name),
    demandsAbsolutePaths: dialect.demandsAbsolutePaths ?? false,
    examplesOf: (toolName) => dialect.examples[toolName] ?? [],
    describe(toolName) {
      const tool = toolNamed(toolName);
      return tool && definitionOf(tool);
    },
    offers(toolName, permissions) {
      const tool = toolNamed(toolName);
      return tool !== undefined && offered(tool, permissions) !== null;
    },
    failed(toolName, args, { error, root }) {
      const scene = { root, cwd: root, tool: toolName, limit: { bytes: dialect.maxResponseSize } };
      return failedResult(
        { dialect, tool: toolNamed(toolName) ?? null, scene, allowed: [root] },
        args,
        failureOf(error),
      );
    },
  };
}
