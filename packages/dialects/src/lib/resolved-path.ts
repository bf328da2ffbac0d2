import { isAbsolute } from './is-absolute.ts';

/**
 * The path without `.`, `..` and needless separators, taken from `root` if it is relative. Whether paths are those of
 * Windows shows in `root`, which is absolute.
 */
export function resolvedPath(root: string, path: string): string {
  const onWindows = !root.startsWith('/');
  const isWhole = onWindows ? isAbsolute(path) : path.startsWith('/');
  const [start, rest] = divided(isWhole ? path : `${root}/${path}`, onWindows);
  const names: string[] = [];
  for (const name of rest.split(onWindows ? /[\\/]/ : '/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  const separator = onWindows ? '\\' : '/';
  return start + separator + names.join(separator);
}

/** The drive or the share of an absolute path, and what follows it. */
function divided(path: string, onWindows: boolean): [start: string, rest: string] {
  const [start = ''] = onWindows ? (/^(?:[A-Za-z]:|[\\/]{2}[^\\/]+[\\/][^\\/]+)/.exec(path) ?? []) : [];
  return [start, path.slice(start.length)];
}
