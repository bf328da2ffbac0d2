import { isSameState } from '../local-file.ts';
import { ToolError } from '../tool-error.ts';
import type { FileIdentity, OpenFile } from '../volume.ts';

/** Times a file may change under a read before the read gives up. */
const ATTEMPTS = 4;

/**
 * Runs `work` until the file is the same before and after it, so that its result belongs to one state of the file.
 * @throws ToolError `CONFLICT` where the file keeps changing, and whatever `work` throws on a file at rest
 */
export async function readStable<Result>(
  file: OpenFile,
  work: (identity: FileIdentity) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = attempt === 0 ? file.identity : file.currentIdentity();
    try {
      const result = await work(before);
      if (isSameState(before, file.currentIdentity())) return result;
    } catch (error) {
      if (isSameState(before, file.currentIdentity())) throw error;
    }
  }
  throw new ToolError('CONFLICT', 'Read file: it keeps changing meanwhile');
}
