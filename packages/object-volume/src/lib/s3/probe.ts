import { randomUUID } from 'node:crypto';
import { ToolError } from '@dragoman/fs-core';
import type { ObjectStore, StoreConditions } from '../object-store.ts';
import type { Connection } from './connection.ts';
import { conditionOf, quoted } from './headers.ts';
import { isPassing, notHonoured, statusOf } from './store-error.ts';
import { withRetry } from './with-retry.ts';
import { deleteOnce, putOnce } from './write-objects.ts';

type Reader = Pick<ObjectStore, 'get' | 'list'>;

/**
 * Tries all that a volume relies on, with one object below a prefix.
 * @throws ToolError `READ_ONLY` where the store does not keep two writers apart
 */
export async function probeStore(connection: Connection, reader: Reader, prefix: string): Promise<StoreConditions> {
  return withRetry(async () => {
    const key = `${prefix}.dragoman/probe-${randomUUID()}`;
    try {
      const { quotedEtags, etag } = await probeWrites(connection, key);
      await probeReads(reader, key);
      return { quotedEtags, conditionalDelete: await probeRemoval(connection, key, conditionOf(etag, quotedEtags)) };
    } finally {
      await deleteOnce(connection, { key, ifMatch: null }).catch(() => undefined);
    }
  });
}

const NO_ETAG = '00000000000000000000000000000000';

/** @returns whether an ETag stands in quotes, and which the object has now */
async function probeWrites(connection: Connection, key: string) {
  const put = (text: string, ifMatch: string | null) =>
    putOnce(connection, { key, bytes: Buffer.from(text), headers: { metadata: {} }, ifMatch }).catch(
      (error: unknown) => {
        if (isUnknownHeader(error)) return null;
        throw error;
      },
    );
  const etag = await put('one', null);
  if (etag === null) throw unfit();
  if ((await put('two', null)) !== null) throw unfit();
  if ((await put('three', quoted(NO_ETAG))) !== null || (await put('three', NO_ETAG)) !== null) throw unfit();
  for (const quotedEtags of [true, false]) {
    const now = await put('four', conditionOf(etag, quotedEtags));
    if (now !== null) return { quotedEtags, etag: now };
  }
  throw unfit();
}

/** Some stores implement no conditions for this request, and say so. */
function isUnknownHeader(error: unknown): boolean {
  return [400, 501].includes(statusOf(error) ?? 0);
}

function unfit(): ToolError {
  const sentence =
    'the store does not honour If-Match on PUT, so two writers would overwrite each other; add --read-only';
  return new ToolError({ code: 'READ_ONLY', path: '', why: 'no-if-match' }, sentence);
}

async function probeReads({ get, list }: Reader, key: string): Promise<void> {
  const part = await get(key, { range: [1, 3] });
  if (typeof part !== 'object' || Buffer.from(part?.bytes ?? []).toString() !== 'ou') throw notHonoured('Range on GET');
  if ((await get(key, { unless: part?.etag ?? '' })) !== 'unchanged') throw notHonoured('If-None-Match on GET');
  for await (const { objects } of list(key, { depth: 'one' })) if (objects.some((each) => each.key === key)) return;
  throw notHonoured('what was just written in its lists');
}

/** True if a DELETE obeys its condition: it fails for another ETag, and for the right one it does not. */
async function probeRemoval(connection: Connection, key: string, condition: string): Promise<boolean> {
  const isRefused = async (ifMatch: string): Promise<boolean> => {
    try {
      await deleteOnce(connection, { key, ifMatch });
      return false;
    } catch (error) {
      if (isPassing(error)) throw error;
      return true;
    }
  };
  return (await isRefused(quoted(NO_ETAG))) && !(await isRefused(condition));
}
