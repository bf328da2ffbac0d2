import { readdirSync } from 'node:fs';
import { isTempFileName } from '../lock/temp-file-name.ts';
import { similarNames } from '../paths/similar-names.ts';
import type { Pin, Platform } from './platform.ts';

const MAX_ENTRIES = 5_000;

/** Names in a directory that `misspelt` may stand for, nearest first. */
export function similarEntries(platform: Platform, directory: Pin, misspelt: string): string[] {
  const names = namesIn(platform, directory);
  if (names.length > MAX_ENTRIES) return [];
  return similarNames(
    misspelt,
    // A caller could not ask for a name that is not UTF-8.
    names.filter((name) => !isTempFileName(name) && !name.includes('\uFFFD')),
  );
}

function namesIn(platform: Platform, directory: Pin): string[] {
  try {
    return platform.within(directory, (at) => readdirSync(at('.')));
  } catch {
    return [];
  }
}
