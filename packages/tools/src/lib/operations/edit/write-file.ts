import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { WriteFileOutcome } from '@dragoman/outcomes';
import { encodeOver, type Overwriting } from '@dragoman/text/internal/text';
import type { Call, Session } from '../../session.ts';
import { errorAbout } from '../read/error-about.ts';
import { assertContentSize } from '../read/size-limits.ts';

/** A file and its whole new content. */
export interface WriteFileRequest {
  readonly path: string;
  /** Written exactly: in the encoding of the file that it replaces, or as UTF-8. */
  readonly content: string;
  /** Throws `INVALID_ARGUMENT` if the file exists. */
  readonly mustBeNew?: boolean;
}

/**
 * Gives a file its whole content, and makes the file and its parents if they are missing.
 * @throws ToolError `CONTENT_TOO_LARGE`, `INVALID_ARGUMENT` (see `mustBeNew`), `UNENCODABLE` for half a surrogate pair
 * @example await writeFile(session, { path: 'a.md', content: 'one\n' }, call)
 */
export async function writeFile(
  session: Session,
  request: WriteFileRequest,
  call: Call<WriteFileOutcome>,
): Promise<WriteFileOutcome> {
  const { path } = request;
  const contentBytes = Buffer.byteLength(request.content);
  assertContentSize(session, contentBytes, { verb: 'write', path });
  // Refused before anything is touched.
  await encoded(null, request);
  return session.update(path, call, async (current) => {
    if (request.mustBeNew && current !== null) throw alreadyThere(path);
    const { bytes, ...replaced } = await encoded(current, request);
    return { pieces: [bytes], result: (facts) => ({ kind: 'write', ...facts, contentBytes, ...replaced }) };
  });
}

async function encoded(current: OpenFile | null, { path, content }: WriteFileRequest): Promise<Overwriting> {
  try {
    return await encodeOver(current, content);
  } catch (error) {
    throw errorAbout(path, error);
  }
}

function alreadyThere(path: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'exists', path, exists: true },
    `Cannot create "${path}": the file exists already`,
  );
}
