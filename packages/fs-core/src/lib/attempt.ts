import { errnoOf } from './errno.ts';

/** Does what a system may refuse and a write can do without; whether it was done. */
export function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}
