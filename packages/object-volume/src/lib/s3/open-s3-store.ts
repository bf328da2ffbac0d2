import type { ObjectStore, StoreConditions } from '../object-store.ts';
import { connect, type S3StoreOptions } from './connection.ts';
import { probeStore } from './probe.ts';
import { objectGetter, objectHead, objectLister } from './read-objects.ts';
import { objectCopier, objectPutter, objectRemover } from './write-objects.ts';

/**
 * Opens a bucket of a store that speaks S3. Nothing is asked yet; what the store honours, `probe` finds out.
 * @example await using store = await openS3Store({ bucket: 'reports' })
 */
export async function openS3Store(options: S3StoreOptions): Promise<ObjectStore> {
  const connection = await connect(options);
  let honoured: StoreConditions = { quotedEtags: true, conditionalDelete: false };
  const head = objectHead(connection);
  const reader = { get: objectGetter(connection), list: objectLister(connection) };
  return {
    ...reader,
    head,
    put: objectPutter(connection, head, () => honoured),
    delete: objectRemover(connection, head, () => honoured),
    copy: objectCopier(connection),
    async probe(prefix = '') {
      honoured = await probeStore(connection, reader, prefix);
      return honoured;
    },
    async [Symbol.asyncDispose]() {
      connection[Symbol.dispose]();
    },
  };
}
