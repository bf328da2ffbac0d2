import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { Session } from '../../session.ts';

/** An action on a file, for the message of a refusal. */
export interface Act {
  readonly verb: 'read' | 'edit' | 'write';
  readonly path: string;
  /** Lines of the file can be read, whatever its size. */
  readonly inParts?: boolean;
}

/** @throws ToolError `FILE_TOO_LARGE` if a file is over the session's limit */
export function assertFileSize(session: Session, { size }: OpenFile, { verb, path, inParts }: Act): void {
  const limit = session.limits.maxFileSize;
  if (size <= limit) return;
  const unsearched = session.volume.traits.searchedInCopy;
  const details = {
    path,
    size,
    limit,
    bound: 'file-size',
    operation: verb,
    ...(unsearched && { unsearched }),
    ...(inParts && { inParts: true as const }),
  } as const;
  throw new ToolError({ code: 'FILE_TOO_LARGE', ...details }, `Cannot ${verb} "${path}": over the size limit`);
}

/**
 * @param size bytes that the file will have
 * @throws ToolError `CONTENT_TOO_LARGE` if that is over the session's limit
 */
export function assertContentSize(session: Session, size: number, { verb, path }: Act): void {
  const limit = session.limits.maxFileSize;
  if (size <= limit) return;
  throw new ToolError(
    { code: 'CONTENT_TOO_LARGE', path, size, limit },
    `Cannot ${verb} "${path}": content over the limit`,
  );
}
