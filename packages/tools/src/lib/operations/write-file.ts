import { ToolError } from '@dragoman/fs-core';
import type { CallOptions, Session } from '../session.ts';

export interface WriteFileRequest {
  readonly path: string;
  /** Written as UTF-8, exactly. */
  readonly content: string;
}

export interface WriteFileOutcome {
  readonly kind: 'write';
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  readonly created: boolean;
  readonly bytesWritten: number;
  /** `sha256:` and the hex digest of the file's bytes. */
  readonly version: string;
  readonly brokeHardLink: boolean;
  readonly notKept: readonly string[];
  readonly dryRun: boolean;
}

/** Gives a file its whole content, making it and its parents where they are missing. */
export async function writeFile(
  session: Session,
  request: WriteFileRequest,
  call: CallOptions,
): Promise<WriteFileOutcome> {
  const { path } = request;
  const bytes = new TextEncoder().encode(request.content);
  const limit = session.limits.maxFileSize;
  if (bytes.length > limit) {
    throw new ToolError('CONTENT_TOO_LARGE', `Cannot write "${path}": content over the limit`, {
      path,
      size: bytes.length,
      limit,
    });
  }
  const { realPath, created, bytesWritten, version, brokeHardLink, notKept } = await session.volume.update(
    session.resolve(path),
    () => [bytes],
    { dryRun: session.dryRun, ...(call.signal && { signal: call.signal }) },
  );
  return {
    kind: 'write',
    path,
    realPath,
    created,
    bytesWritten,
    version,
    brokeHardLink,
    notKept,
    dryRun: session.dryRun,
  };
}
