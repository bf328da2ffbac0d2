import { renamed, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { Session } from '../../session.ts';

/** The error for changing a file that does not exist: that of opening it, which names candidates. */
export async function missingFile(session: Session, path: string): Promise<ToolError> {
  try {
    using _ = await session.volume.open(session.resolve(path), { for: 'names' });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return renamed(error, path);
  }
  // It was opened by the name that was meant, or made meanwhile.
  return new ToolError({ code: 'NOT_FOUND', path }, `Cannot write "${path}": no such file or directory`);
}
