import { resolve } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { Session } from '@dragoman/tools';

/** The absolute form of a path. Relative ones begin in the workdir, wherever commands have gone. */
export function pathIn({ workdir }: Session, path: string): string {
  if (path !== '') return resolve(workdir, path);
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'no-path', path }, 'The path is empty');
}
