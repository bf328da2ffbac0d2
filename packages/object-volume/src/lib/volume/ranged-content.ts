import { ToolError } from '@dragoman/fs-core';
import type { ObjectStore, StoredObject } from '../object-store.ts';
import { type Content, changedMeanwhile } from './object-file.ts';
import { assertSameSize } from './object-tree.ts';

const BLOCK_BYTES = 1024 * 1024;

/** Content that is too large to be copied: it is read in blocks, the next of which is asked for ahead. */
export function rangedContent(
  store: ObjectStore,
  object: StoredObject,
  { path, limit }: { readonly path: string; readonly limit: number },
): Content {
  const { key, etag, size } = object;
  const blocks = new Map<number, Promise<Uint8Array>>();

  const fetch = async (index: number): Promise<Uint8Array> => {
    const from = index * BLOCK_BYTES;
    const range = [from, Math.min(size, from + BLOCK_BYTES)] as const;
    const got = await store.get(key, { only: etag, range });
    if (got === null || typeof got === 'string' || got.etag !== etag) throw changedMeanwhile(path);
    assertSameSize(object, got);
    return got.bytes;
  };

  const block = (index: number): Promise<Uint8Array> => {
    const known = blocks.get(index) ?? fetch(index);
    // Who asks for it is told of its failure.
    known.catch(() => blocks.delete(index));
    blocks.delete(index);
    blocks.set(index, known);
    return known;
  };

  const readAhead = (index: number): void => {
    if (index * BLOCK_BYTES < size) void block(index);
    for (const old of blocks.keys()) if (blocks.size > 3) blocks.delete(old);
  };

  return {
    async read(target, position) {
      let done = 0;
      while (done < target.length && position + done < size) {
        const index = Math.floor((position + done) / BLOCK_BYTES);
        const bytes = await block(index);
        readAhead(index + 1);
        const part = bytes.subarray(position + done - index * BLOCK_BYTES).subarray(0, target.length - done);
        if (part.length === 0) throw changedMeanwhile(path);
        target.set(part, done);
        done += part.length;
      }
      return done;
    },
    held() {
      const failure = { code: 'FILE_TOO_LARGE', path, size, limit, operation: 'read', bound: 'file-size' } as const;
      throw new ToolError({ ...failure, unsearched: true }, `Cannot search "${path}": over the size limit`);
    },
    close: () => blocks.clear(),
  };
}
