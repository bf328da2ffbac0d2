import { join } from 'node:path';
import type { Target } from '../descriptors/resolve-target.ts';

/** The directories to be made for a target, outermost first. */
export function missingDirectories({ parent, missing }: Target): string[] {
  return missing.map((_, index) => join(parent.realPath, ...missing.slice(0, index + 1)));
}
