import { homedir } from 'node:os';

/** The user's own directory; null for a user whom the system does not know, as containers have them. */
export function homeDirectory(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}
