import { closeSync, openSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterwards, removeQuietly } from '../errors/best-effort.ts';
import { runtimeDirectory } from '../paths/runtime-directory.ts';

/** An empty file to which another process can write by its path; gone once it is closed. */
export interface ReportFile extends Disposable {
  readonly path: string;
  /** The first `maxBytes` of what was written. */
  read(maxBytes: number): Uint8Array;
}

let made = 0;

/** Makes a report file outside every workspace, where no other user can look; null if there is no such place. */
export function openReportFile(): ReportFile | null {
  const directory = runtimeDirectory();
  if (directory === null) return null;
  made += 1;
  const path = join(directory, `report-${process.pid}-${made}-${process.hrtime.bigint()}`);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    return null;
  }
  return {
    path,
    read: (maxBytes) => beginning(path, maxBytes),
    [Symbol.dispose]: () => removeQuietly(() => unlinkSync(path)),
  };
}

function beginning(path: string, maxBytes: number): Uint8Array {
  const bytes = Buffer.alloc(maxBytes);
  const fd = openSync(path, 'r');
  using _ = afterwards(() => closeSync(fd));
  return bytes.subarray(0, readSync(fd, bytes, 0, maxBytes, 0));
}
