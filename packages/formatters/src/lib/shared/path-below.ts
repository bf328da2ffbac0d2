const ON_WINDOWS = /^(?:[a-z]:|\\\\)/i;

/**
 * A path from a directory in which it lies; null if it lies elsewhere.
 * Both are absolute, and of Windows if they begin with a drive or with two backslashes.
 */
export function pathBelow(directory: string, path: string): string | null {
  const [above, whole] = [normal(directory), normal(path)];
  const separator = ON_WINDOWS.test(above) ? '\\' : '/';
  const prefix = above.endsWith(separator) ? above : above + separator;
  return whole.startsWith(prefix) ? whole.slice(prefix.length) : null;
}

/** The names of an absolute path with `/` between them, a drive among them. */
export function slashed(path: string): string {
  return ON_WINDOWS.test(path) ? path.replaceAll('\\', '/') : path;
}

/** A drive has two spellings, and Windows takes both separators. */
function normal(path: string): string {
  if (!ON_WINDOWS.test(path)) return path;
  return path.replaceAll('/', '\\').replace(/^[a-z]/, (drive) => drive.toUpperCase());
}
