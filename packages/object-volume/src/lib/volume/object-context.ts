import type { RealPath } from '@dragoman/fs-core';
import type { PrivateCopy, Scope } from '@dragoman/fs-core/internal/volume-kit';
import type { ObjectStore } from '../object-store.ts';
import type { BytesRoom } from './bytes-room.ts';
import type { Copies } from './copies.ts';

/** Parts of an object volume. */
export interface ObjectContext {
  readonly store: ObjectStore;
  /** Beginning of every key: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Absolute path at which the volume is. */
  readonly root: string;
  readonly scope: Scope;
  readonly copy: PrivateCopy;
  readonly copies: Copies;
  /** Bytes: a larger object is not copied. */
  readonly maxFileBytes: number;
  /** Room for contents that are on the way, of whatever size the objects were when they were listed. */
  readonly room: BytesRoom;
  /** Number of objects that a listing may have. */
  readonly maxObjects: number;
}

/** A path that was judged. */
export interface Place {
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: RealPath;
  /** Names seen from the volume's root, with `/` between them; empty for the root itself. */
  readonly relative: string;
  /** Key of the object; of a directory, without the slash at its end. */
  readonly key: string;
}
