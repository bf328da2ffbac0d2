import type { FileIdentity, OpenFile } from '@dragoman/fs-core';
import { ToolError } from '@dragoman/fs-core';

// A log that is written to all the time is at rest between two writes: a short read soon falls between them.
const PATIENCE_MS = 100;
/** Number of times that a read is tried at least, however long each try takes. */
const ATTEMPTS = 4;

/**
 * Runs `work` until the file is the same before and after it, so that its result belongs to one state of the file.
 * @throws ToolError `CONFLICT` if the file keeps changing, and whatever `work` throws on a file at rest
 */
export async function readStable<Result>(
  file: OpenFile,
  work: (identity: FileIdentity) => Promise<Result>,
): Promise<Result> {
  let before = file.identity;
  let deadline: number | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await work(before).then(
      (result) => () => result,
      (error) => () => {
        throw error;
      },
    );
    const now = await file.currentIdentity();
    if (before.isSameState(now)) return outcome();
    before = now;
    deadline ??= performance.now() + PATIENCE_MS;
    if (attempt >= ATTEMPTS && performance.now() > deadline) break;
  }
  throw new ToolError({ code: 'CONFLICT', problem: 'unstable' }, 'Read file: it keeps changing meanwhile');
}
