import { lstatSync, openSync, statSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt, closeQuietly, removeQuietly } from '../errors/best-effort.ts';
import { fromErrno } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { lockFile } from '../lock/file-lock.ts';
import { currentOwner, livenessOf } from '../lock/lock-owner.ts';
import { OWNER_PATTERN } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { readPlainFile } from '../paths/plain-file.ts';
import { IntentRecord } from './intent-record.ts';
import { type ParsedRecord, parseRecord } from './parse-record.ts';
import { type Records, stateOf } from './records.ts';

/** Records on this machine: the name of each tells its process, which is asked whether it lives. */
export const machineRecords = (directoryOf: () => string | null): Records => ({
  async make(durable) {
    const directory = directoryOf();
    if (directory === null) {
      const message = 'Cannot record what is about to change: no directory for it is safe';
      throw new ToolError({ code: 'IO_ERROR', path: '~/.local/state/dragoman', action: 'write' }, message);
    }
    const path = join(directory, `${currentOwner()}-${uniqueSuffix()}.jsonl`);
    try {
      const fd = openSync(path, 'wx', 0o600);
      const remove = (): boolean => attempt(() => unlinkSync(path));
      const release = (): void => closeQuietly(fd);
      return new IntentRecord({ fd, name: path, path, directory, remove, release }, durable);
    } catch (error) {
      throw fromErrno(error, 'write', path);
    }
  },
  look: () => ({
    at(path, isOwn) {
      const stat = isOwn || isAbandoned(path) ? lstatSync(path, { bigint: true, throwIfNoEntry: false }) : undefined;
      return stat === undefined ? null : { state: stateOf(stat), read: () => read(path) };
    },
    [Symbol.dispose]: () => undefined,
  }),
  async claim(path, isOwn) {
    if (!isOwn && !isAbandoned(path)) return null;
    const lock = await lockFile(path);
    return {
      // Gone, if another process has obeyed it.
      record: read(path) ?? 'unbegun',
      remove: () => removeQuietly(() => unlinkSync(path)),
      [Symbol.dispose]: () => lock[Symbol.dispose](),
    };
  },
});

function read(path: string): ParsedRecord | null {
  const bytes = readPlainFile(path);
  return bytes === null ? null : parseRecord(bytes.toString(), asItIs);
}

function asItIs(path: string): string {
  return path;
}

const RECORD = new RegExp(`^(${OWNER_PATTERN})-[0-9a-f]{12}\\.jsonl$`);

// As for locks: we cannot see processes of another container, and no transaction is at this stage for so long.
const UNKNOWN_OWNER_AGE_MS = 60_000;

/** True if a file of the directory of records is one of a process that has ended. */
function isAbandoned(path: string): boolean {
  const owner = RECORD.exec(basename(path))?.[1];
  if (owner === undefined) return false;
  const liveness = livenessOf(owner);
  if (liveness !== 'unknown') return liveness === 'dead';
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > UNKNOWN_OWNER_AGE_MS;
}
