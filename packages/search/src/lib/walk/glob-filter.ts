import { encodeName, parsingGlobs } from '@dragoman/fs-core/internal/kernel';
import { expandBraces, type IgnoreRules, parseIgnoreRules } from '@dragoman/patterns';

/**
 * Tests a path by globs, like ripgrep's `--glob`: the last that matches decides whether it is taken in; null if none
 * does.
 */
export type GlobFilter = (path: string, isDirectory: boolean) => boolean | null;

/**
 * Compiles globs in the syntax of ignore files, where a leading `!` leaves files out.
 * @throws ToolError `INVALID_PATTERN`
 */
export function compileGlobFilter(globs: readonly string[]): GlobFilter {
  if (globs.length === 0) return () => null;
  const alternatives = parsingGlobs(() => globs.flatMap((glob) => expandBraces(glob)));
  const rules = ignoreRulesFrom(Buffer.from(alternatives.join('\n')));
  return (path, isDirectory) => {
    const names = path.split('/');
    const name = names.pop() ?? '';
    const state = names.reduce((outer, directory) => rules.enter(outer, directory), rules.start);
    const verdict = rules.judge(state, name, isDirectory);
    return verdict === null ? null : verdict === 'excluded';
  };
}

/** The rules in the bytes of an ignore file. */
export function ignoreRulesFrom(content: Buffer): IgnoreRules {
  return parseIgnoreRules(content.toString('latin1'), (name) => encodeName(name).toString('latin1'));
}
