import { randomUUID } from 'node:crypto';

/** Twelve hex digits that nobody can guess. Node keeps a store of UUIDs; bytes alone take thirty times as long. */
export function randomMark(): string {
  return randomUUID().slice(-12);
}
