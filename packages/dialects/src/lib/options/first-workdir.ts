import { assertDirectory, contains } from '@dragoman/tools';

/**
 * The directory in which a session starts whose user named none: in the current directory, if that lies in an allowed
 * one or none is named; else in the first allowed directory, since clients start servers anywhere.
 * @param currentDirectory may throw, as it does if the directory is gone
 */
export function firstWorkdir(allow: readonly string[] | null, currentDirectory: () => string): string {
  const [first] = allow ?? [];
  if (allow === null || first === undefined) return currentDirectory();
  try {
    const current = currentDirectory();
    const here = assertDirectory(current);
    return allow.some((directory) => contains(assertDirectory(directory), here)) ? current : first;
  } catch {
    // An allowed directory that cannot be used is reported when the session opens it.
    return first;
  }
}
