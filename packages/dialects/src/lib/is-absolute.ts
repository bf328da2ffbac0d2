/** True if a path is absolute, on POSIX or on Windows: models send either, whatever the system. */
export function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}
