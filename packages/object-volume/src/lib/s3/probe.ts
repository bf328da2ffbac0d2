import { randomUUID } from 'node:crypto';
import { ToolError } from '@dragoman/fs-core';
import type { Honoured, ObjectStore } from '../object-store.ts';
import type { Connection } from './connection.ts';
import { quoted } from './headers.ts';
import { pause } from './patiently.ts';
import { isPassing, statusOf, storeError } from './store-error.ts';
import { putOnce } from './write-objects.ts';

type Reader = Pick<ObjectStore, 'get' | 'list'>;

/** How often it is tried where the store is out of order. */
const TRIES = 3;

/**
 * Tries all that a volume relies on, with one object below a prefix.
 * @throws ToolError `READ_ONLY` where the store does not keep two writers apart
 */
export async function probeStore(connection: Connection, reader: Reader, prefix: string): Promise<Honoured> {
  for (let attempt = 1; ; attempt += 1) {
    const key = `${prefix}.dragoman/probe-${randomUUID()}`;
    try {
      const quotedEtags = await probeWrites(connection, key);
      await probeReads(reader, key);
      return { quotedEtags, conditionalDelete: await probeRemoval(connection, key) };
    } catch (error) {
      if (!isPassing(error) || attempt >= TRIES) throw storeError(error);
    } finally {
      await remove(connection, key).catch(() => undefined);
    }
    await pause(attempt);
  }
}

const NO_ETAG = '00000000000000000000000000000000';

/** @returns whether an ETag stands in quotes */
async function probeWrites(connection: Connection, key: string): Promise<boolean> {
  const put = (text: string, ifMatch: string | null) =>
    putOnce(connection, { key, bytes: Buffer.from(text), headers: { metadata: {} }, ifMatch });
  const etag = await put('one', null);
  if (etag === null) throw unfit();
  if ((await put('two', null)) !== null) throw unfit();
  if ((await put('three', quoted(NO_ETAG))) !== null || (await put('three', NO_ETAG)) !== null) throw unfit();
  if ((await put('four', quoted(etag))) !== null) return true;
  if ((await put('four', etag)) !== null) return false;
  throw unfit();
}

function unfit(): ToolError {
  const sentence =
    'the store does not honour If-Match on PUT, so two writers would overwrite each other; add --read-only';
  return new ToolError({ code: 'READ_ONLY', path: '', why: 'no-if-match' }, sentence);
}

async function probeReads({ get, list }: Reader, key: string): Promise<void> {
  const part = await get(key, { range: [1, 3] });
  if (typeof part !== 'object' || Buffer.from(part?.bytes ?? []).toString() !== 'ou') throw unreadable('Range on GET');
  if ((await get(key, { unless: part?.etag ?? '' })) !== 'unchanged') throw unreadable('If-None-Match on GET');
  for await (const { objects } of list(key, { depth: 'one' })) if (objects.some((each) => each.key === key)) return;
  throw unreadable('what was just written in its lists');
}

function unreadable(what: string): ToolError {
  const reason = `without honouring ${what}`;
  return new ToolError(
    { code: 'IO_ERROR', problem: 'store-answer', reason },
    `the store does not honour ${what}, so files could not be told to be current`,
  );
}

/** Whether a DELETE obeys its condition; the object is gone where it does not. */
async function probeRemoval({ sdk, client, bucket: Bucket, ask }: Connection, Key: string): Promise<boolean> {
  const command = new sdk.DeleteObjectCommand({ Bucket, Key, IfMatch: quoted(NO_ETAG) });
  try {
    await ask({}, (abortSignal) => client.send(command, { abortSignal }));
    return false;
  } catch (error) {
    // Some do not know the header here, and say so.
    const status = statusOf(error);
    if (status === null || status >= 500) throw error;
    return status === 412;
  }
}

async function remove({ sdk, client, bucket: Bucket, ask }: Connection, Key: string): Promise<void> {
  const command = new sdk.DeleteObjectCommand({ Bucket, Key });
  await ask({}, (abortSignal) => client.send(command, { abortSignal }));
}
