import { parsingGlobs } from '@dragoman/fs-core/internal/kernel';
import * as patterns from '@dragoman/patterns';

/**
 * Compiles a glob: `*`, `**`, `?`, classes, braces, groups and a leading `!`. One without a slash matches at any depth.
 * @throws ToolError `INVALID_PATTERN`
 */
export function compilePathPattern(pattern: string, options: patterns.PathPatternOptions): patterns.PathPattern {
  return parsingGlobs(() => patterns.compilePathPattern(pattern, options));
}
