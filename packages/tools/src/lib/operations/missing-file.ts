import { ToolError } from '@dragoman/fs-core';
import type { Session } from '../session.ts';

/** The error for changing a file that does not exist: the volume's own, which names candidates. */
export async function missingFile(session: Session, path: string): Promise<ToolError> {
  try {
    using _ = await session.volume.open(session.resolve(path));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return new ToolError(error.code, error.message, { ...error.details, path }, { cause: error });
  }
  return new ToolError('CONFLICT', `Cannot write "${path}": it came into being meanwhile`, { path });
}
