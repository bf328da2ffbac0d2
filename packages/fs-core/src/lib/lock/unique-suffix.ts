import { randomUUID } from 'node:crypto';

/** Twelve hex digits that nobody can guess. Node makes UUIDs in batches; `randomBytes` takes thirty times as long. */
export function uniqueSuffix(): string {
  return randomUUID().slice(-12);
}
