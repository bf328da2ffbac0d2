import { ToolError } from '@dragoman/fs-core';
import type { Call, Session } from '../session.ts';

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
export async function writeFile(session: Session, request: WriteFileRequest, call: Call): Promise<WriteFileOutcome> {
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
  const result = await session.volume.update(
    session.resolve(path),
    async (current) => {
      if (call.requireRead && current !== null && current.size > 0) await session.ledger.demandSeen(current, path);
      return [bytes];
    },
    { dryRun: session.dryRun, ...(call.signal && { signal: call.signal }) },
  );
  session.ledger.wrote(result);
  const { identity, ...facts } = result;
  return { kind: 'write', path, ...facts, dryRun: session.dryRun };
}
