import { isAbsolute, relative, sep } from 'node:path';
import { type OpenDirectory, type OpenFile, ToolError } from '@dragoman/fs-core';
import type { Call, Session } from '../session.ts';
import { type ReadFileOutcome, type ReadFileRequest, readFile } from './read-file.ts';

/** As `ReadFileRequest`, with the ignore file that applies. */
export interface ReadUnlessIgnoredRequest extends ReadFileRequest {
  /** Name of a file in the session's workdir whose patterns, in git's syntax, say what is not read. */
  readonly ignoreFile: string;
}

/**
 * As `readFile`, but refuses what an ignore file excludes, by the path that was asked for or by the one it leads to.
 * @throws ToolError `INVALID_ARGUMENT` (details: `problem: 'ignored'`), and whatever `readFile` throws
 */
export async function readUnlessIgnored(
  session: Session,
  { ignoreFile, ...request }: ReadUnlessIgnoredRequest,
  call: Call,
): Promise<ReadFileOutcome> {
  const { path } = request;
  const target = session.resolve(path);
  await assertNotIgnored(session, { ignoreFile, path, target });
  const outcome = await readFile(session, request, call);
  const { realPath } = outcome;
  if (realPath !== target) await assertNotIgnored(session, { ignoreFile, path, target: realPath });
  return outcome;
}

interface Asked {
  readonly ignoreFile: string;
  readonly path: string;
  readonly target: string;
}

async function assertNotIgnored(session: Session, { ignoreFile, path, target }: Asked): Promise<void> {
  using root = await openWorkdir(session);
  if (root === null || root.kind === 'file' || root.stat(ignoreFile) === null) return;
  const { isIgnoredBy } = await import('@dragoman/search');
  // The workdir may be given through links, and a file in it without them.
  const below = [session.workdir, root.realPath].map((top) => relative(top, target).split(sep).join('/'));
  const inside = below.find((names) => names !== '' && !isAbsolute(names) && names.split('/')[0] !== '..');
  if (inside === undefined || !isIgnoredBy(root, ignoreFile, inside)) return;
  throw new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'ignored', path, ignoreFile },
    `Cannot read "${path}": ${ignoreFile} excludes it`,
  );
}

/** Null if there is none to look into: other trees may be the allowed ones, and a directory may be removed. */
async function openWorkdir({ volume, workdir }: Session): Promise<OpenDirectory | OpenFile | null> {
  try {
    return await volume.open(workdir, { for: 'names' });
  } catch (error) {
    if (error instanceof ToolError && (error.code === 'ACCESS_DENIED' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}
