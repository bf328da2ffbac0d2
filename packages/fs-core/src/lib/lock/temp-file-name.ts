/** The owner of a lock as a regular expression: process id, start time, and a hash of machine and process namespace. */
export const OWNER_PATTERN = '(\\d+)-([0-9]+)-([0-9a-f]{8})';

// Rules out most names of a walk without the expression.
const START = '.dragoman-';
const OWN_NAME = new RegExp(`^\\.dragoman-(${OWNER_PATTERN})-[0-9a-f]{12}\\.(tmp|old)$`);

/** True if a name is that of a temporary file: of a write in progress, or of one that was interrupted. */
export function isTempFileName(name: string): boolean {
  return name.startsWith(START) && OWN_NAME.test(name);
}

/** The process that made a temporary file with new content; null for any other name. */
export function ownerInTempFileName(name: string): string | null {
  const [, owner, , , , kind] = (name.startsWith(START) && OWN_NAME.exec(name)) || [];
  return kind === 'tmp' && owner !== undefined ? owner : null;
}

/** A name for a temporary file, from which `ownerInTempFileName` reads the owner. @param unique 12 hex digits */
export function tempFileName(owner: string, unique: string): string {
  return `.dragoman-${owner}-${unique}.tmp`;
}

/** A name under which what a transaction replaces is kept until its end. Only that transaction removes it. */
export function keptName(owner: string, unique: string): string {
  return `.dragoman-${owner}-${unique}.old`;
}
