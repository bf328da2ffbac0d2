import { errnoOf } from './errno.ts';

/** Tries what the system may refuse without harm to a write, and returns whether it was done. */
export function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}
