import { closeSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt, closeQuietly } from '../errors/best-effort.ts';
import { errnoOf, fromErrno } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { currentOwner, livenessOf } from '../lock/lock-owner.ts';
import { OWNER_PATTERN } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { syncToDisk } from '../write/sync.ts';
import type { Fingerprint, StepRecord } from './step.ts';

/** What a transaction is about to do. */
export interface Intent {
  readonly steps: readonly StepRecord[];
  /** Directories that it makes, outermost first. */
  readonly made: readonly string[];
}

/** How far a transaction came, as its record tells. */
export interface Recorded extends Intent {
  /** By what is known what each step gives its name to; null while everything is only being staged. */
  readonly placing: readonly (Fingerprint | null)[] | null;
  readonly isDone: boolean;
}

/** The record of one transaction: a line before anything is staged, another before anything is put in place. */
export class IntentRecord implements Disposable {
  #path: string;
  readonly #directory: string;
  readonly #durable: boolean;
  #fd: number;

  private constructor(directory: string, path: string, durable: boolean) {
    this.#directory = directory;
    this.#path = path;
    this.#durable = durable;
    this.#fd = openSync(path, 'ax', 0o600);
  }

  /** Makes a record that says nothing yet. @throws ToolError `IO_ERROR`, `DISK_FULL` if none can be kept */
  static make(directory: string | null, durable: boolean): IntentRecord {
    if (directory === null) {
      const message = 'Cannot record what is about to change: no directory for it is safe';
      throw new ToolError({ code: 'IO_ERROR', path: '~/.local/state/dragoman', action: 'write' }, message);
    }
    const path = join(directory, `${currentOwner()}-${uniqueSuffix()}${SUFFIX}`);
    try {
      return new IntentRecord(directory, path, durable);
    } catch (error) {
      throw fromErrno(error, 'write', path);
    }
  }

  /** To be called before anything is staged. @throws ToolError `IO_ERROR`, `DISK_FULL` */
  intend(intent: Intent): void {
    try {
      this.#append(intent);
    } catch (error) {
      throw fromErrno(error, 'write', this.#path);
    }
  }

  /** To be called before the first rename. @param made see `Recorded.placing` */
  async placing(made: readonly (Fingerprint | null)[]): Promise<void> {
    try {
      this.#append(made);
      if (!this.#durable) return;
      await syncToDisk(this.#fd);
      await syncDirectoryAt(this.#directory);
    } catch (error) {
      throw fromErrno(error, 'write', this.#path);
    }
  }

  /** To be called after the last rename: from now on the transaction is finished and not taken back. */
  async done(): Promise<void> {
    // A rename, since there may be no room for another line.
    renameSync(this.#path, this.#path + DONE);
    this.#path += DONE;
    if (this.#durable) await syncDirectoryAt(this.#directory);
  }

  get path(): string {
    return this.#path;
  }

  /** To be called once nothing is left to be done. Returns whether that worked. */
  remove(): boolean {
    return attempt(() => unlinkSync(this.#path));
  }

  [Symbol.dispose](): void {
    if (this.#fd >= 0) closeQuietly(this.#fd);
    this.#fd = -1;
  }

  #append(line: unknown): void {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    for (let at = 0; at < text.length; ) at += writeSync(this.#fd, text, at);
  }
}

const SUFFIX = '.jsonl';
const DONE = '.done';
const RECORD = new RegExp(`^(${OWNER_PATTERN})-[0-9a-f]{12}\\.jsonl(?:\\.done)?$`);

// As for locks: we cannot see processes of another container, and no transaction is at this stage for so long.
const UNKNOWN_OWNER_AGE_MS = 60_000;

/** Whether a file of the directory of records is one of a process that has ended. */
export function isAbandoned(path: string): boolean {
  const owner = RECORD.exec(basename(path))?.[1];
  if (owner === undefined) return false;
  const liveness = livenessOf(owner);
  if (liveness !== 'unknown') return liveness === 'dead';
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > UNKNOWN_OWNER_AGE_MS;
}

/** What a record tells; null if there is none, or not even its first line is whole: then nothing was staged yet. */
export function readRecord(path: string): Recorded | null {
  const [intent, placing] = wholeLines(path);
  if (!isIntent(intent)) return null;
  const { steps, made } = intent;
  return { steps, made, placing: Array.isArray(placing) ? placing : null, isDone: path.endsWith(DONE) };
}

function wholeLines(path: string): unknown[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
  // What follows the last newline was cut off.
  return text.split('\n').slice(0, -1).map(parsed);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isIntent(value: unknown): value is Intent {
  return typeof value === 'object' && value !== null && 'steps' in value && 'made' in value;
}

async function syncDirectoryAt(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    await syncToDisk(fd);
  } finally {
    closeSync(fd);
  }
}
