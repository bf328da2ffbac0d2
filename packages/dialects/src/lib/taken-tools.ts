import type { ToolError } from '@dragoman/fs-core';
import { faultyOption, suggestion } from '@dragoman/tools/internal/session';
import type { Dialect } from './dialect.ts';
import type { Tool } from './tool.ts';

/**
 * The tools of these names.
 * @param offered those that the session allows
 * @throws ToolError `INVALID_ARGUMENT` for a name that the dialect lacks, or that the session does not allow
 */
export function takenTools(names: readonly string[], offered: readonly Tool[], dialect: Dialect): Tool[] {
  return names.map((toolName) => {
    const tool = offered.find(({ name }) => name === toolName);
    if (tool === undefined) throw notOffered(toolName, dialect);
    return tool;
  });
}

function notOffered(toolName: string, { name: dialect, tools }: Dialect): ToolError {
  const known = tools.find(({ name }) => name === toolName);
  if (known !== undefined) return faultyOption('tools', `cannot have "${toolName}": ${whyNot(known)}`);
  const names = tools.map(({ name }) => name);
  return faultyOption('tools', `names "${toolName}", which dialect "${dialect}" lacks${suggestion(toolName, names)}`);
}

function whyNot({ effect, needs }: Tool): string {
  if (needs === 'memory') return 'it needs a session with a memoryDir';
  return effect === 'runs' || effect === 'stops' || effect === 'observes'
    ? 'it needs a session with a shell that is neither readOnly nor dryRun'
    : 'it changes files, and the session is readOnly';
}
