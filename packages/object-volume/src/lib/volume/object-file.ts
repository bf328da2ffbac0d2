import {
  type FileIdentity,
  type LocalTree,
  type OpenFile,
  type OwnStat,
  type RealPath,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import type { HeldCopy } from '@dragoman/fs-core/internal/volume-kit';
import type { StoredObject } from '../object-store.ts';

/** The content of an object in one state. */
export interface Content {
  read(target: Uint8Array, position: number): number | Promise<number>;
  /** A file of this machine with the content. @throws ToolError */
  held(): HeldCopy | Promise<HeldCopy>;
  close(): void;
}

/** One ETag is one content, so it is all that tells a state from another. */
export function identityOf({ key, etag, size }: Pick<StoredObject, 'key' | 'etag' | 'size'>): FileIdentity {
  const stateKey = `${etag} ${key}`;
  return {
    fileKey: key,
    stateKey,
    size,
    isSameState: (other) => other.stateKey === stateKey,
    isSafeToCache: () => true,
  };
}

export const FILE_MODE = 0o644;

export function ownStatOf({ size, modifiedMs }: Pick<StoredObject, 'size' | 'modifiedMs'>, mode = FILE_MODE): OwnStat {
  return { size, mode, createdMs: modifiedMs, modifiedMs, accessedMs: modifiedMs };
}

/** A file that stays what it was when it was opened: a later PUT makes another state, and another file. */
export function openObjectFile(realPath: RealPath, object: StoredObject, content: Content): OpenFile {
  const identity = identityOf(object);
  return {
    kind: 'file',
    realPath,
    identity,
    size: object.size,
    mtimeMs: object.modifiedMs,
    mode: FILE_MODE,
    ownStat: () => ownStatOf(object),
    read: (target, position) => content.read(target, position),
    currentIdentity: () => identity,
    async localTree(): Promise<LocalTree> {
      const { descriptor } = await content.held();
      return { descriptor, launchPath: '/', missing: 0, [Symbol.dispose]: () => undefined };
    },
    close: () => content.close(),
    [Symbol.dispose]: () => content.close(),
  };
}

/** Content in the private copy, of which a file is held open. */
export function heldContent(held: HeldCopy): Content {
  let isOpen = true;
  return {
    read: (target, position) => held.read(target, position),
    held: () => held,
    close() {
      if (isOpen) held[Symbol.dispose]();
      isOpen = false;
    },
  };
}

/** Content in memory. @param hold puts it into a file where one is asked for */
export function bytesContent(bytes: Uint8Array, hold: (bytes: Uint8Array) => HeldCopy): Content {
  let held: HeldCopy | undefined;
  return {
    read(target, position) {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
    held() {
      held ??= hold(bytes);
      return held;
    },
    close() {
      held?.[Symbol.dispose]();
      held = undefined;
    },
  };
}

/** Content that is fetched when it is first asked for. */
export function lazyContent(fetch: () => Promise<Content>): Content {
  let fetched: Promise<Content> | undefined;
  let isClosed = false;
  const content = async (): Promise<Content> => {
    fetched ??= fetch();
    const ready = await fetched;
    if (isClosed) ready.close();
    return ready;
  };
  return {
    read: async (target, position) => (await content()).read(target, position),
    held: async () => (await content()).held(),
    close() {
      isClosed = true;
      void fetched?.then(
        (ready) => ready.close(),
        () => undefined,
      );
    },
  };
}

/** The error where an object is no longer in the state in which it was opened. */
export function changedMeanwhile(path: string): ToolError {
  const failure = { code: 'CONFLICT', problem: 'shrunk', action: 'read', path, changedMeanwhile: true } as const;
  return new ToolError(failure, `Cannot read "${path}": it changed meanwhile`);
}
