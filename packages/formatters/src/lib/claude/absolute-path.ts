/** The absolute form of a path without `.` and `..`, taken from `cwd` if it is relative; links are as they are written. */
export function absolutePath(cwd: string, path: string): string {
  const onWindows = !cwd.startsWith('/');
  if (onWindows) return /^(?:[A-Za-z]:|[\\/]{2})/.test(path) ? path : `${cwd}\\${path}`;
  const names: string[] = [];
  for (const name of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** The last name of a path. */
export function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== '') ?? path;
}
