import { writeSync } from 'node:fs';
import { syncPath, syncToDisk } from '../descriptors/sync.ts';
import { fromErrno } from '../errors/errno.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { StepRecord } from './step.ts';

/** Changes that a transaction is about to make. */
export interface Intent {
  readonly steps: readonly StepRecord[];
  /** Directories that it makes, outermost first. */
  readonly made: readonly string[];
}

/** Progress of a transaction, as its record tells. */
export interface RecordedIntent extends Intent {
  /** Identifies the entry that each step gives its name to; null while everything is only being staged. */
  readonly placing: readonly (Fingerprint | null)[] | null;
  readonly isDone: boolean;
  /** Note of a recorder; null if there is none. */
  readonly note: unknown;
}

/** A file for a record, which was just made and is empty. */
export interface RecordFile {
  readonly fd: number;
  /** Name in the form of `recordsIn`. */
  readonly name: string;
  readonly path: string;
  /** A path by which the directory it lies in can be opened, as long as the file is. */
  readonly directory: string;
  /** Spells a real path as the record names it. Default: as it is. */
  readonly spell?: (realPath: string) => string;
  /** Returns whether that worked. */
  remove(): boolean;
  /** Gives up the file: from now on, a process that finds it may obey it. */
  release(): void;
}

/**
 * The record of one transaction: a line before anything is staged, another before anything is put in place, and a mark
 * after all is.
 */
export class IntentRecord implements Disposable {
  readonly #file: RecordFile;
  readonly #durable: boolean;
  #length = 0;
  #markAt = 0;

  constructor(file: RecordFile, durable: boolean) {
    this.#file = file;
    this.#durable = durable;
  }

  /** Called before anything is staged. @throws ToolError `IO_ERROR`, `DISK_FULL` */
  intend(intent: Intent): void {
    try {
      const { spell } = this.#file;
      this.#append(`${JSON.stringify(spell === undefined ? intent : withPaths(intent, spell))}\n`);
    } catch (error) {
      throw fromErrno(error, 'write', this.#file.path);
    }
  }

  /**
   * Called before the first rename, and then `sync`.
   * @param made see `RecordedIntent.placing`
   * @param entry what a journal is to tell of it; null if none is
   */
  place(made: readonly (Fingerprint | null)[], note: unknown): void {
    try {
      this.#append(`${JSON.stringify(made)}\n`);
      this.#markAt = this.#length;
      this.#append(NOT_DONE);
      if (note !== null) this.#append(`${JSON.stringify(note)}\n`);
    } catch (error) {
      throw fromErrno(error, 'write', this.#file.path);
    }
  }

  async sync(): Promise<void> {
    if (!this.#durable) return;
    try {
      await Promise.all([syncToDisk(this.#file.fd), syncPath(this.#file.directory)]);
    } catch (error) {
      throw fromErrno(error, 'write', this.#file.path);
    }
  }

  /**
   * Called once all names are on the disk: from now on the transaction is finished and not taken back. After a power
   * failure the mark itself may be gone; then recovery sees that everything is in place.
   */
  done(): void {
    // Over what is there, since there may be no room for more.
    writeSync(this.#file.fd, DONE, this.#markAt);
  }

  get name(): string {
    return this.#file.name;
  }

  /** Called once nothing is left to be done. Returns whether that worked. */
  remove(): boolean {
    return this.#file.remove();
  }

  [Symbol.dispose](): void {
    this.#file.release();
  }

  #append(text: string): void {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      const written = writeSync(this.#file.fd, bytes, at, bytes.length - at, this.#length);
      at += written;
      this.#length += written;
    }
  }
}

// Of one length.
const NOT_DONE = 'false\n';
const DONE = 'true \n';

/** All real paths that a record names. */
export function pathsIn({ steps, made }: Intent): string[] {
  return [...steps.flatMap(pathsOf), ...made];
}

export function pathsOf(step: StepRecord): string[] {
  return step.do === 'shift' ? [step.path, step.to] : [step.path];
}

/** An intent whose paths are changed. */
export function withPaths({ steps, made }: Intent, change: (path: string) => string): Intent {
  const changed = (step: StepRecord): StepRecord =>
    step.do === 'shift'
      ? { ...step, path: change(step.path), to: change(step.to) }
      : { ...step, path: change(step.path) };
  return { steps: steps.map(changed), made: made.map(change) };
}
