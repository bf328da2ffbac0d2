import { malformedGlob, parsingGlobs } from '@dragoman/fs-core/internal/kernel';
import * as patterns from '@dragoman/patterns';
import { MAX_COST } from './ignore-files.ts';

/** Cost that is left to the globs of one list: each name is judged by all of them in one step. */
export interface PatternBudget {
  left: number;
}

export function createPatternBudget(): PatternBudget {
  return { left: MAX_COST };
}

/**
 * Compiles a glob: `*`, `**`, `?`, classes, braces, groups and a leading `!`. One without a slash matches at any depth.
 * @param budget of the list that it is in
 * @throws ToolError `INVALID_PATTERN`
 */
export function compilePathPattern(
  pattern: string,
  options: patterns.PathPatternOptions,
  budget = createPatternBudget(),
): patterns.PathPattern {
  const compiled = parsingGlobs(() => patterns.compilePathPattern(pattern, options));
  budget.left -= compiled.cost;
  if (budget.left < 0) throw malformedGlob(pattern, 'it takes too long to match, alone or with the patterns before it');
  return compiled;
}
