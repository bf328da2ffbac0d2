import type { OpenDirectory } from '@dragoman/fs-core';
import { readRules } from './ignore-files.ts';

/**
 * Whether an ignore file in `directory`, in git's syntax, excludes the file at a relative path, or a directory on the
 * way to it. An ignore file that is missing, a link or too large excludes nothing.
 */
export function isIgnoredBy(directory: OpenDirectory, ignoreFile: string, relativePath: string): boolean {
  const rules = readRules(directory, ignoreFile);
  if (rules === null) return false;
  const names = relativePath.split('/');
  let state = rules.start;
  return names.some((name, index) => {
    const verdict = rules.judge(state, name, index < names.length - 1);
    state = rules.enter(state, name);
    return verdict === 'excluded';
  });
}
