import { ToolError } from '@dragoman/fs-core';

/**
 * A glob as it counts from a directory, if it counts from one above; null if it names other directories, or means the same
 * in both.
 * @param names of the directories from the upper one to the lower
 */
export async function globBelow(glob: string, names: readonly string[]): Promise<string | null> {
  const parts = glob.split('/').filter((part) => part !== '' && part !== '.');
  for (const name of names) {
    const first = parts.shift();
    if (first === undefined || first === '**' || !(await matchesName(first, name))) return null;
  }
  return names.length === 0 ? null : parts.join('/') || '**';
}

async function matchesName(glob: string, name: string): Promise<boolean> {
  if (glob === name) return true;
  const { compilePathPattern } = await import('@dragoman/search/internal/search');
  try {
    const pattern = compilePathPattern(glob, { dot: true, ignoreCase: false, anchored: true });
    return pattern.matches(pattern.start, name, true);
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
