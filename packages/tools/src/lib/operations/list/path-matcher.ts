import type { Pace } from '@dragoman/fs-core/internal/kernel';

/**
 * Returns a test of whether a path, relative and with `/` between names, matches one of these globs as minimatch reads them: hidden names are
 * as any others, a glob matches whole paths, `!` in front negates it, and one that begins with `#` is a comment.
 * @throws ToolError `INVALID_PATTERN` for a malformed glob, and for globs that take too long to match
 */
export async function pathMatcher(globs: readonly string[], pace: Pace): Promise<(path: string) => boolean> {
  const { compilePathPattern, createPatternBudget } = await import('@dragoman/search/internal/search');
  const budget = createPatternBudget();

  function compiled(glob: string): (path: string) => boolean {
    const [marks = ''] = /^!*/.exec(glob) ?? [];
    const body = glob.slice(marks.length);
    const isNegated = marks.length % 2 === 1;
    // No relative path begins with a slash, or has a name that is a dot or two.
    const isNowhere = body === '' || glob.startsWith('#') || /^\/|(?:^|\/)\.{1,2}(?:\/|$)/.test(body);
    if (isNowhere) return () => isNegated;
    const pattern = compilePathPattern(body, { dot: true, ignoreCase: false, anchored: true }, budget);
    return (path) => {
      const names = path.split('/');
      const last = names.pop() ?? '';
      let state: typeof pattern.start | null = pattern.start;
      for (const name of names) state = state && pattern.enter(state, name);
      return (state !== null && pattern.matches(state, last, false)) !== isNegated;
    };
  }

  const tests: ((path: string) => boolean)[] = [];
  for (const glob of globs) {
    const turn = pace();
    if (turn !== null) await turn;
    tests.push(compiled(glob));
  }
  return (path) => tests.some((matches) => matches(path));
}
