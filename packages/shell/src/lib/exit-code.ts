import { constants } from 'node:os';
import type { CommandEnd } from './start-command.ts';

/** The exit code of a command as shells report it: 128 and the signal's number if one ended it. */
export function exitCodeOf({ exitCode, signal }: Pick<CommandEnd, 'exitCode' | 'signal'>): number {
  if (exitCode !== null) return exitCode;
  return 128 + (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0);
}
