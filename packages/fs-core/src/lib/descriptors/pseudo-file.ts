import { Buffer } from 'node:buffer';
import { readSync } from 'node:fs';
import { closeQuietly, nullOn } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { OpenFile } from '../volume/open-entry.ts';
import { StatIdentity } from './file-identity.ts';
import { LocalFile } from './local-file.ts';
import type { AllowedPin, Pin } from './platform.ts';

// The map of a process's pages takes terabytes.
const MOST_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
// What sysfs gives as the size of a file whose content is not there yet.
const PAGE_BYTES = 4096n;

/** True for a /proc or /sys file, whose `st_size` (0 or one page) says nothing of its content. */
export function isPseudoFile({ realPath, stat }: Pin): boolean {
  return (realPath.startsWith('/proc/') || realPath.startsWith('/sys/')) && stat.size <= PAGE_BYTES;
}

/**
 * Wraps the descriptor of a file that is made up as it is read: its content is what one reading of all of it gave.
 * @param path as the caller gave it
 * @throws ToolError `UNSUPPORTED_FILE` for more than 4 MB
 */
export function openPseudoFile(fd: number, pin: AllowedPin, path: string): OpenFile {
  try {
    const content = readToEnd(fd, path);
    const file = new LocalFile(fd, pin);
    const { kind, realPath, mtimeMs, mode } = file;
    const identity = identityOfMoment(file.identity, content.length);
    const close = () => file.close();
    return {
      kind,
      realPath,
      identity,
      size: content.length,
      mtimeMs,
      mode,
      ownStat: () => ({ ...file.ownStat(), size: content.length }),
      read: (target, position) => content.copy(target, 0, position),
      localTree: () => file.localTree(),
      currentIdentity: () => identity,
      close,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    closeQuietly(fd);
    throw error;
  }
}

function readToEnd(fd: number, path: string): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= MOST_BYTES; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    // A log of the kernel that holds nothing just now says so instead of ending.
    const count = nullOn('EAGAIN', () => readSync(fd, chunk)) ?? 0;
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  const kind = 'kernel file of over 4 MB';
  throw new ToolError({ code: 'UNSUPPORTED_FILE', path, kind }, `Cannot open "${path}": ${kind}`);
}

let opened = 0n;

/** A unique identity per read: mtime and ctime of a pseudo-file do not change with its content. */
function identityOfMoment(identity: StatIdentity, size: number): StatIdentity {
  opened += 1n;
  return new StatIdentity({ ...identity, size, ctimeNs: BigInt(Date.now()) * 1_000_000n + opened });
}
