import type { Hash } from 'node:crypto';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { OpenFile } from '../volume/open-entry.ts';
import { yieldToEventLoop } from '../volume/yield-to-event-loop.ts';
import { fileFactsOf } from './file-facts.ts';

/** Bounds for `versionOf`. */
export interface VersionOptions {
  /** Bytes: a larger file gets an opaque version that costs no reading. Default: no limit. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * `sha256:` and the hex digest of the file's bytes, computed once for each state of it; for a file over `maxBytes` an
 * opaque text that changes whenever the file does. Other work has its turn while a large file is hashed.
 * @throws ToolError `CONFLICT` if the file became shorter while it was read, `IO_ERROR`
 */
export async function versionOf(file: OpenFile, options: VersionOptions = {}): Promise<string> {
  const { maxBytes = Infinity, signal } = options;
  const { identity } = file;
  if (file.size > maxBytes) return `state:${(await createSha256()).update(identity.stateKey).digest('hex')}`;
  const facts = fileFactsOf(identity);
  if (facts.version !== undefined) return facts.version;
  const version = `sha256:${await digestOf(file, signal)}`;
  const isKnown = identity.isSafeToCache() && identity.isSameState(await file.currentIdentity());
  if (isKnown) facts.version = version;
  return version;
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
