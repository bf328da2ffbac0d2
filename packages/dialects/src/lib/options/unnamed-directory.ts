import { ToolError, wideDirectory } from '@dragoman/fs-core/internal/kernel';
import { WIDE } from './named-directory.ts';
import type { Options } from './options.ts';

/**
 * The refusal of the working directory, which would be allowed because nobody named a directory, if it is one that is
 * allowed only by name; null if it is none.
 */
export function unnamedDirectory({ allow, volumes, workdir, spelled }: Options): ToolError | null {
  if (allow !== null || volumes.length > 0 || spelled.workdir !== undefined) return null;
  const kind = wideDirectory(workdir);
  if (kind === null) return null;
  const sentence = `Started in "${workdir}", ${WIDE[kind]}, which is allowed only by name: name the directories to work in, with --allow-dir`;
  return new ToolError({ code: 'ACCESS_DENIED', path: workdir, allowed: [], workdir }, sentence);
}
