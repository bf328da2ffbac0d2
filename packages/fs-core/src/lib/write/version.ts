import type { Hash } from 'node:crypto';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import { createBoundedMap } from '../state/bounded-map.ts';
import { isSameState } from '../state/file-identity.ts';
import { isSafeToCache } from '../state/timestamp-granularity.ts';
import { yieldToEventLoop } from '../text/lines/yield-to-event-loop.ts';
import type { FileIdentity, OpenFile } from '../volume/volume.ts';

/** Bounds for `versionOf`. */
export interface VersionOptions {
  /** Bytes: a larger file gets an opaque version that costs no reading. Default: no limit. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

const REMEMBERED = 1000;
const CHUNK_BYTES = 256 * 1024;

/** By inode, in the state in which it was seen last. */
const known = createBoundedMap<bigint, { readonly identity: FileIdentity; readonly version: string }>(REMEMBERED);

/**
 * `sha256:` and the hex digest of the file's bytes, computed once for each state of it; for a file over `maxBytes` an
 * opaque text that changes whenever the file does. Other work has its turn while a large file is hashed.
 * @throws ToolError `CONFLICT` if the file became shorter meanwhile, `IO_ERROR`
 */
export async function versionOf(file: OpenFile, options: VersionOptions = {}): Promise<string> {
  const { maxBytes = Infinity, signal } = options;
  const { identity } = file;
  if (file.size > maxBytes) return `state:${(await createSha256()).update(stateOf(identity)).digest('hex')}`;
  const remembered = known.get(identity.inode);
  if (remembered !== undefined && isSameState(remembered.identity, identity)) return remembered.version;
  const version = `sha256:${await digestOf(file, signal)}`;
  if (isSameState(await file.currentIdentity(), identity)) rememberVersion(identity, version);
  return version;
}

/** Remembers what the bytes of a file in this state are known to hash to. */
export function rememberVersion(identity: FileIdentity, version: string): void {
  if (isSafeToCache(identity)) known.set(identity.inode, { identity, version });
}

async function digestOf(file: OpenFile, signal?: AbortSignal): Promise<string> {
  const hash = await createSha256();
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, file.size));
  for (let position = 0; position < file.size; ) {
    if (file.size > CHUNK_BYTES) await yieldToEventLoop();
    assertNotCancelled(signal);
    const block = buffer.subarray(0, Math.min(buffer.length, file.size - position));
    const count = await file.read(block, position);
    if (count === 0) {
      const path = file.realPath;
      throw new ToolError(
        { code: 'CONFLICT', problem: 'shrunk', action: 'read', path },
        `Cannot read "${path}": it became shorter meanwhile`,
      );
    }
    hash.update(block.subarray(0, count));
    position += count;
  }
  return hash.digest('hex');
}

/** Loaded on first use: most processes that only read never hash, and would start later for it. */
async function createSha256(): Promise<Hash> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256');
}

function stateOf({ device, inode, size, mtimeNs, ctimeNs }: FileIdentity): string {
  return `${device} ${inode} ${size} ${mtimeNs} ${ctimeNs}`;
}
