import type { DirectoryResult } from '@dragoman/fs-core';
import type { CreateDirectoryOutcome } from '@dragoman/outcomes';
import type { Session, WriteCall } from '../../session.ts';

/** The path of a directory that is to be there. */
export interface CreateDirectoryRequest {
  readonly path: string;
}

/**
 * Makes a directory and its missing parents.
 * @throws ToolError `NOT_DIRECTORY` if a file is there
 * @example await createDirectory(session, { path: 'docs' }, call)
 */
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
