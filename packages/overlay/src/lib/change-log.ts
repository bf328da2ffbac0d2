import { closeSync, constants, fstatSync, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { parseJson, ToolError } from '@dragoman/fs-core/internal/kernel';
import { afterwards, openPlainFile, removeQuietly, syncToDisk } from '@dragoman/fs-core/internal/own-files';
import type { EntryChanges } from './entries.ts';

/** The first line of a log. */
interface Header {
  readonly format: number;
  /** The trees that the overlay lies over. */
  readonly roots: readonly string[];
}

const FORMAT = 1;

/** Lines of a log: each but the first is the result of one change of the volume. */
export interface LogContent {
  readonly roots: readonly string[];
  readonly changes: readonly EntryChanges[];
}

/**
 * Reads a log. A last line without its newline belongs to a change that was never answered.
 * @throws ToolError `IO_ERROR` for what is no log, the system's error
 */
export function readLog(path: string): LogContent {
  const fd = openLog(path, constants.O_RDONLY);
  using _ = afterwards(() => closeSync(fd));
  const lines = readFileSync(fd, 'utf8').split('\n');
  // What follows the last newline: empty if the last line is whole.
  lines.pop();
  // The last line may be torn: then it is null.
  const parsed = lines.map((line, index) => parseJson(line) ?? (index === lines.length - 1 ? null : undefined));
  const [header, ...changes] = parsed;
  if (!isHeader(header)) throw unreadable(path);
  const made = changes.filter((change) => change !== null);
  if (!made.every(isChange)) throw unreadable(path);
  return { roots: header.roots, changes: made };
}

/** @throws ToolError `IO_ERROR` for what is no file of this user's alone, the system's error */
function openLog(path: string, flags: number): number {
  const fd = openPlainFile(path, flags);
  if (fd === null) throw unreadable(path);
  return fd;
}

function isHeader(value: unknown): value is Header {
  return (
    typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT && 'roots' in value
  );
}

/** Only this program writes in the overlay's directory: whatever is a list was appended by it. */
function isChange(value: unknown): value is EntryChanges {
  return Array.isArray(value);
}

function unreadable(path: string): ToolError {
  const message = `Cannot read "${path}": it is no record of an overlay, or of another version of Dragoman`;
  return new ToolError({ code: 'IO_ERROR', path, action: 'read' }, message);
}

/** The text of a log in which `changes` have been made. */
export function logOf(roots: readonly string[], changes: EntryChanges): string {
  const header: Header = { format: FORMAT, roots };
  return lineOf(header) + (changes.length === 0 ? '' : lineOf(changes));
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The log of a store that this process has claimed: no other process writes to it. */
export class ChangeLog implements Disposable {
  readonly #fd: number;
  #end: number;

  constructor(path: string) {
    this.#fd = openLog(path, constants.O_RDWR);
    this.#end = fstatSync(this.#fd).size;
  }

  /** Appends a line, which is on the disk when this resolves. @throws the system's error; then the log is as it was */
  async append(changes: EntryChanges): Promise<void> {
    const line = Buffer.from(lineOf(changes));
    try {
      for (let done = 0; done < line.length; )
        done += writeSync(this.#fd, line, done, line.length - done, this.#end + done);
      await syncToDisk(this.#fd);
    } catch (error) {
      // If even that fails, the next line overwrites the torn one.
      removeQuietly(() => ftruncateSync(this.#fd, this.#end));
      throw error;
    }
    this.#end += line.length;
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }
}
