import { homedir } from 'node:os';

/** The user's home directory; null for a user id without an account, as in containers. */
export function homeDirectory(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}
