import { assertDirectory, similarDirectory, ToolError } from '@dragoman/fs-core/internal/kernel';

/** Allowed directories as the user named them, sorted by whether they are there. */
interface NamedDirectories {
  readonly allow: readonly string[] | null;
  /** Directories that are missing beside others. */
  readonly passedOver: readonly string[];
}

/**
 * Passes over directories that are missing beside others: a drive that is not mounted leaves the rest usable. All stay if
 * none is there, for the error that names them.
 * @param spelled the flag or variable that named them
 * @throws ToolError `NOT_FOUND` for a missing directory beside one of almost the same name, which is a slip of the keyboard
 */
export function presentDirectories(named: readonly string[] | null, spelled = '--allow-dir'): NamedDirectories {
  const missing = named?.filter(isMissing) ?? [];
  if (named === null || missing.length === 0 || missing.length === named.length)
    return { allow: named, passedOver: [] };
  for (const path of missing) {
    const near = similarDirectory(path);
    if (near === undefined || named.includes(near)) continue;
    const sentence = `${spelled}: Cannot use "${path}": no such directory; did you mean "${near}"?`;
    throw new ToolError({ code: 'NOT_FOUND', path, candidates: [near] }, sentence);
  }
  return { allow: named.filter((path) => !missing.includes(path)), passedOver: missing };
}

function isMissing(path: string): boolean {
  try {
    assertDirectory(path);
    return false;
  } catch (error) {
    if (error instanceof ToolError) return error.code === 'NOT_FOUND';
    throw error;
  }
}
