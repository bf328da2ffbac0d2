/**
 * Whether a path, relative and with `/` between names, matches one of these globs of minimatch; hidden names are as any
 * others.
 */
export async function pathMatcher(globs: readonly string[]): Promise<(path: string) => boolean> {
  const { Minimatch } = await import('minimatch');
  const compiled = globs.map((glob) => new Minimatch(glob, { dot: true }));
  return (path) => compiled.some((glob) => glob.match(path));
}
