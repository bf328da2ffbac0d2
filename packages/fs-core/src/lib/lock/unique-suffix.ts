/**
 * A unique, unguessable suffix for temporary names. Node makes UUIDs in batches; `randomBytes` takes thirty times as
 * long.
 */
export function uniqueSuffix(): string {
  return crypto.randomUUID().slice(-12);
}
