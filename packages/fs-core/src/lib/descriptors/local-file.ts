import { type BigIntStats, fstatSync, read as readAsync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { closeQuietly } from '../errors/best-effort.ts';
import { fromErrno } from '../errors/errno.ts';
import type { LocalTree, OpenFile, OwnStat, RealPath } from '../volume/open-entry.ts';
import { identityOf, ownStatOf, type StatIdentity } from './file-identity.ts';

import type { AllowedPin } from './platform.ts';

/** Reads and writes up to this size are synchronous: below it, a thread-pool round trip costs more than the I/O. */
export const MAX_SYNC_BYTES = 1024 * 1024;

const readLater = promisify(readAsync);

/** A pinned file whose content is opened when it is first asked for; many that are overwritten are never read. */
export interface UnopenedFile {
  /** Consumes the pin, even if it throws. @throws the system's error */
  open(): number;
  /** Called instead of `open` if nothing was asked for. */
  release(): void;
  /** True if `open` consumes nothing, and can be called again. */
  readonly opensAgain?: boolean;
}

/** A class, because thousands are opened in a search: methods of their own would cost each file a dozen objects. */
export class LocalFile implements OpenFile {
  readonly kind = 'file';
  readonly realPath: RealPath;
  readonly identity: StatIdentity;
  readonly size: number;
  readonly #stat: BigIntStats;
  readonly #closeDescriptor: (fd: number) => void;
  readonly #unopened: UnopenedFile | null;
  #content: number | UnopenedFile | null;

  /** Wraps the content of a regular file, in the state in which it was pinned; closing it closes the descriptor. */
  constructor(content: number | UnopenedFile, { realPath, stat }: AllowedPin, closeDescriptor = closeQuietly) {
    this.realPath = realPath;
    this.identity = identityOf(stat);
    this.size = this.identity.size;
    this.#content = content;
    this.#unopened = typeof content !== 'number' && content.opensAgain === true ? content : null;
    this.#stat = stat;
    this.#closeDescriptor = closeDescriptor;
  }

  /** Opens the content if it was not asked for before. @throws ToolError as `read` */
  get descriptor(): number {
    const content = this.#content;
    if (typeof content === 'number') return content;
    if (content === null) return -1;
    try {
      this.#content = content.open();
    } catch (error) {
      const refusal = fromErrno(error, 'read', this.realPath);
      // What was pinned is given up, so there is nothing left to try again.
      this.#content = refusedWith(refusal);
      throw refusal;
    }
    return this.#content;
  }

  get mtimeMs(): number {
    return Number(this.#stat.mtimeMs);
  }

  get mode(): number {
    return Number(this.#stat.mode) & 0o7777;
  }

  ownStat(): OwnStat {
    return ownStatOf(this.#stat);
  }

  read(target: Uint8Array, position: number): number | Promise<number> {
    if (target.length <= MAX_SYNC_BYTES) return this.readAtOnce(target, position);
    return readAll(this, target, position);
  }

  /** Reads like `read`, however much there is to read. */
  readAtOnce(target: Uint8Array, position: number): number {
    const { descriptor } = this;
    try {
      return readAllSync(descriptor, target, position);
    } catch (error) {
      throw fromErrno(error, 'read', this.realPath);
    }
  }

  localTree(): LocalTree {
    return { descriptor: this.descriptor, launchPath: '/', missing: 0, [Symbol.dispose]: () => undefined };
  }

  currentIdentity(): StatIdentity {
    const { descriptor } = this;
    try {
      return identityOf(fstatSync(descriptor, { bigint: true }));
    } catch (error) {
      throw fromErrno(error, 'read', this.realPath);
    }
  }

  /** Closes the content until it is asked for again; does nothing if it could not be opened a second time. */
  rest(): void {
    if (typeof this.#content !== 'number' || this.#unopened === null) return;
    this.#closeDescriptor(this.#content);
    this.#content = this.#unopened;
  }

  close(): void {
    const content = this.#content;
    this.#content = null;
    if (typeof content === 'number') this.#closeDescriptor(content);
    else content?.release();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** A file that cannot be opened, however often it is tried. */
function refusedWith(refusal: unknown): UnopenedFile {
  return {
    open() {
      throw refusal;
    },
    release: () => undefined,
  };
}

function readAllSync(fd: number, target: Uint8Array, position: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, target.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

async function readAll(
  { descriptor, realPath }: Pick<LocalFile, 'descriptor' | 'realPath'>,
  target: Uint8Array,
  position: number,
): Promise<number> {
  try {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await readLater(descriptor, target, done, target.length - done, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done;
  } catch (error) {
    throw fromErrno(error, 'read', realPath);
  }
}
