import { ToolError } from '@dragoman/fs-core';

/** @throws ToolError `INVALID_ARGUMENT` with the argument's name as the problem */
export function assertPositive(value: number, problem: 'offset' | 'limit' | 'depth'): void {
  if (value < 1) throw new ToolError({ code: 'INVALID_ARGUMENT', problem }, `Argument "${problem}" is less than 1`);
}
