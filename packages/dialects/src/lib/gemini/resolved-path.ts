/** The path without `.`, `..` and needless slashes, taken from `root` where it is relative. */
export function resolvedPath(root: string, path: string): string {
  const names: string[] = [];
  for (const name of (path.startsWith('/') ? path : `${root}/${path}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}
