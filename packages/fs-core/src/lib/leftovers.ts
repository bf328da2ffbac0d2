import { randomBytes } from 'node:crypto';

const LEFTOVER = /^\.dragoman-\d+-[0-9a-f]{16}\.tmp$/;

/** A name for a temporary file that tells who made it and that nobody else picks. */
export function temporaryName(): string {
  return `.dragoman-${process.pid}-${randomBytes(8).toString('hex')}.tmp`;
}

/** Whether a name is that of a write in progress, or of one that never ended. */
export function isLeftover(name: string): boolean {
  return LEFTOVER.test(name);
}
