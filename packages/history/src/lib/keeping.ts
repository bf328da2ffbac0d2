import type { ContentKeeper } from '@dragoman/fs-core/internal/recorder';
import type { Contents } from './contents.ts';

/** Keeps the contents of one operation. */
export interface OperationKeeping extends ContentKeeper {
  /** Bytes by which the contents grew. */
  readonly grownBy: number;
  /** True if everything is still there: another process may have removed what no operation seemed to need. */
  readonly isWhole: boolean;
  /** Resolves once everything is on the disk: also what was there, since whoever wrote it may have died before. */
  synced(): Promise<void>;
}

/** @param maxBytes of the whole journal */
export function beginKeeping(contents: Contents, maxBytes: number): OperationKeeping {
  /** Sizes by digest. */
  const kept = new Map<string, number>();
  let total = 0;
  let grownBy = 0;
  return {
    get grownBy() {
      return grownBy;
    },
    async file(file, known) {
      const { size, mode } = file;
      if (total + size > maxBytes) return { kind: 'file', version: await file.version(), mode, size, isKept: false };
      const { digest, isNew } = await contents.keep(file, known);
      if (!kept.has(digest)) total += size;
      kept.set(digest, size);
      if (isNew) grownBy += size;
      return { kind: 'file', version: `sha256:${digest}`, mode, size, isKept: true };
    },
    get isWhole() {
      return [...kept].every(([digest, size]) => contents.has(digest, size));
    },
    synced: () => contents.sync([...kept.keys()]),
  };
}
