/** Names of directories that searches and listings leave out, unless the request names them. */
export const DEFAULT_EXCLUDES: readonly string[] = ['.git', 'node_modules'];

/** Selects the names that the request does not contain: a search leaves them out. */
export function defaultExcludes(names: readonly string[], ...asked: (string | undefined)[]): ReadonlySet<string> {
  const named = new Set(asked.flatMap((text) => text?.split(/[/\\{},]/) ?? []));
  return new Set(names.filter((name) => !named.has(name)));
}
