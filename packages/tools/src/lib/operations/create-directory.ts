import type { DirectoryResult } from '@dragoman/fs-core';
import type { Session, WriteCall } from '../session.ts';

/** The path of a directory that is to be there. */
export interface CreateDirectoryRequest {
  readonly path: string;
}

/** A directory that is there now, or on a dry run would be. */
export interface CreateDirectoryOutcome {
  readonly kind: 'made';
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** False if it was there already. */
  readonly created: boolean;
  readonly dryRun: boolean;
}

/** Makes a directory and its missing parents. @throws ToolError `NOT_DIRECTORY` if a file is there */
export async function createDirectory(
  session: Session,
  { path }: CreateDirectoryRequest,
  call: WriteCall<CreateDirectoryOutcome>,
): Promise<CreateDirectoryOutcome> {
  const dryRun = session.dryRun || (call.dryRun ?? false);
  const outcomeOf = ({ realPath, created }: DirectoryResult, isDry: boolean): CreateDirectoryOutcome => {
    return { kind: 'made', path, realPath, created, dryRun: isDry };
  };
  const { approve } = call;
  const asked = { ...call, approve: approve && ((result: DirectoryResult) => approve(outcomeOf(result, true))) };
  return outcomeOf(await session.makeDirectory(path, asked), dryRun);
}
