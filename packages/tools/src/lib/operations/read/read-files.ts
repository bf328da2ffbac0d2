import { createPace, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { FileRead, PartOutcome, ReadFilesOutcome } from '@dragoman/outcomes/internal/parts';
import type { Call, Session } from '../../session.ts';
import { readPart } from './read-part.ts';

/** Text files to read one after the other. */
export interface ReadFilesRequest {
  readonly paths: readonly string[];
  /** The absolute form of a path. @throws ToolError */
  readonly resolve: (path: string) => string;
}

// Characters: so much is said of a file that cannot be read.
const LEAST_FOR_FAILURE = 40;

/**
 * Reads text files; one that cannot be read keeps no other from being read.
 * @example await readFiles(session, { paths: ['a.md', 'b.md'], resolve: (path) => path }, call)
 */
export async function readFiles(
  session: Session,
  { paths, resolve }: ReadFilesRequest,
  call: Call,
): Promise<ReadFilesOutcome> {
  const files: FileRead[] = [];
  let characters = 0;
  const pace = createPace(call.signal);
  for (const path of paths) {
    await pace();
    if (characters > call.maxResponseSize) return { kind: 'texts', files, more: true };
    const result = await resultOf(async () => readPart(session, { path: resolve(path), part: null }, call));
    files.push({ path, result });
    characters += path.length + (result.kind === 'part' ? result.text.length : LEAST_FOR_FAILURE);
  }
  return { kind: 'texts', files, more: false };
}

async function resultOf(read: () => Promise<PartOutcome>): Promise<FileRead['result']> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'CANCELLED') throw error;
    return { kind: 'failure', failure: error.failure };
  }
}
