import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';

/** What a program that is measured sees of the environment: no settings, and no language that needs loading. */
export function programEnv(): Readonly<Record<string, string>> {
  const { PATH = '' } = process.env;
  return { PATH, LC_ALL: 'C' };
}

/** The path of the first of these programs that is installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const placesOf = (name: string) =>
    isAbsolute(name) ? [name] : directories.map((directory) => join(directory, name));
  return names.flatMap(placesOf).find(isExecutable);
}

/**
 * Runs a program and returns what it writes.
 * @throws Error if it fails
 */
export function outputOf(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    ...{ env: programEnv(), encoding: 'utf8', maxBuffer: 1024 ** 3 },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
