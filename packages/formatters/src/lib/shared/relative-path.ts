/** The path relative to the root; both are absolute. */
export function relativePath(root: string, path: string): string {
  // Only Windows has roots that do not begin with a slash.
  const onWindows = !root.startsWith('/');
  const separator = onWindows ? /[\\/]/ : '/';
  const above = namesOf(root, separator);
  const names = namesOf(path, separator);
  const differing = above.findIndex((name, index) => names[index] !== name);
  const common = differing < 0 ? above.length : differing;
  return [...above.slice(common).map(() => '..'), ...names.slice(common)].join(onWindows ? '\\' : '/');
}

function namesOf(path: string, separator: string | RegExp): string[] {
  const names: string[] = [];
  for (const name of path.split(separator)) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}
