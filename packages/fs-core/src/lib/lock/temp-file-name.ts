/** The owner of a lock as a regular expression: process id, start time, and a hash of where both hold. */
export const OWNER_PATTERN = '(\\d+)-([0-9]+)-([0-9a-f]{8})';

// Rules out most names of a walk without the expression.
const START = '.dragoman-';
const LEFTOVER = new RegExp(`^\\.dragoman-(${OWNER_PATTERN})-[0-9a-f]{12}\\.tmp$`);

/** Whether a name is that of a temporary file: of a write in progress, or of one that was interrupted. */
export function isTempFileName(name: string): boolean {
  return name.startsWith(START) && LEFTOVER.test(name);
}

/** The process that made a temporary file; null for any other name. */
export function ownerInTempFileName(name: string): string | null {
  return name.startsWith(START) ? (LEFTOVER.exec(name)?.[1] ?? null) : null;
}

/** A name for a temporary file, from which `ownerInTempFileName` reads the owner. @param unique 12 hex digits */
export function tempFileName(owner: string, unique: string): string {
  return `.dragoman-${owner}-${unique}.tmp`;
}
