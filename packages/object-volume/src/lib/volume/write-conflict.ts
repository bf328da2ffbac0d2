import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '@dragoman/fs-core';
import { mapConcurrent } from './map-concurrent.ts';
import type { ObjectContext, Place } from './object-context.ts';
import { failed, placeBelow } from './places.ts';

/** Number of tries where others keep coming first. */
export const TRIES = 12;

const LONGEST_MS = 500;
// So long that whoever loses again and again is still there when the others are done.
const MOST_ROUNDS = 128;
const LONGEST_ROUNDS_MS = 5000;

/**
 * Waits a random time after somebody else came first: the longer, the more often that happened, and the longer a round
 * takes, for only one can win in the time of a round.
 */
export async function backOff(attempt: number, roundMs: number): Promise<void> {
  const byRounds = Math.min(LONGEST_ROUNDS_MS, roundMs * Math.min(MOST_ROUNDS, 2 ** (attempt - 1)));
  await sleep(Math.random() * Math.max(byRounds, Math.min(LONGEST_MS, 4 * 2 ** attempt)));
}

export function conflict(path: string): ToolError {
  const failure = { code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true } as const;
  return new ToolError(failure, `Cannot write "${path}": it changes all the time`);
}

/** @throws ToolError `NOT_DIRECTORY` where a file has the name of a directory that would be made */
export async function assertCreatable(
  context: ObjectContext,
  { path, relative }: Place,
  signal?: AbortSignal,
): Promise<void> {
  const names = relative.split('/').slice(0, -1);
  const above = names.map((_, index) => placeBelow(context, names.slice(0, index + 1).join('/')));
  const heads = await mapConcurrent(above, ({ key }) => context.store.head(key, signal));
  if (heads.every((head) => head === null)) return;
  // Where a key is also the beginning of others, it is these that are shown.
  const blocking = above.filter((_, index) => heads[index] !== null);
  const hidden = await mapConcurrent(blocking, ({ key }) => isPrefix(context, `${key}/`, signal));
  if (hidden.includes(false)) throw failed('ENOTDIR', path);
}

async function isPrefix({ store }: ObjectContext, prefix: string, signal?: AbortSignal): Promise<boolean> {
  for await (const { objects, prefixes } of store.list(prefix, { depth: 'one' }, signal))
    if (objects.length + prefixes.length > 0) return true;
  return false;
}
