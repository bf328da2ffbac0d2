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
  const blocks = createBlocks(async (index) => {
    const from = index * BLOCK_BYTES;
    const range = [from, Math.min(size, from + BLOCK_BYTES)] as const;
    const got = await store.get(key, { only: etag, range });
    if (got === null || typeof got === 'string' || got.etag !== etag) throw changedMeanwhile(path);
    assertSameSize(object, got);
    return got.bytes;
  });

  return {
    async read(target, position) {
      let done = 0;
      while (done < target.length && position + done < size) {
        const index = Math.floor((position + done) / BLOCK_BYTES);
        const bytes = await blocks.at(index);
        blocks.readAhead((index + 1) * BLOCK_BYTES < size ? index + 1 : null);
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
    close: blocks.clear,
  };
}

/** Keeps the last three blocks. */
function createBlocks(fetch: (index: number) => Promise<Uint8Array>) {
  const blocks = new Map<number, Promise<Uint8Array>>();
  const at = (index: number): Promise<Uint8Array> => {
    const known = blocks.get(index) ?? fetch(index);
    // Who asks for it is told of its failure.
    known.catch(() => blocks.delete(index));
    blocks.delete(index);
    blocks.set(index, known);
    return known;
  };
  return {
    at,
    /** Asks for a block that is likely to be read next, if there is one, and forgets old ones. */
    readAhead(index: number | null): void {
      if (index !== null) void at(index);
      for (const old of blocks.keys()) if (blocks.size > 3) blocks.delete(old);
    },
    clear: () => blocks.clear(),
  };
}
