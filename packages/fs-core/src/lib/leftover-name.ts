import { MARK_PATTERN } from './mark-pattern.ts';

// All that most names of a walk are looked at for.
const START = '.dragoman-';
const LEFTOVER = new RegExp(`^\\.dragoman-(${MARK_PATTERN})-[0-9a-f]{12}\\.tmp$`);

/** Whether a name is that of a write in progress, or of one that never ended. */
export function isLeftover(name: string): boolean {
  return name.startsWith(START) && LEFTOVER.test(name);
}

/** The mark of the process that made a temporary file; null where the name is not of one. */
export function markInLeftover(name: string): string | null {
  return name.startsWith(START) ? (LEFTOVER.exec(name)?.[1] ?? null) : null;
}

/** The inverse: a name for a temporary file. @param unique 12 hex digits */
export function leftoverName(mark: string, unique: string): string {
  return `.dragoman-${mark}-${unique}.tmp`;
}
