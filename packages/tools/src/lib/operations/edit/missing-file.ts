import { renamed, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { Session } from '../../session.ts';

/** The error for changing a file that does not exist: the volume's own, which names candidates. */
export async function missingFile(session: Session, path: string): Promise<ToolError> {
  try {
    using _ = await session.volume.open(session.resolve(path), { for: 'names' });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return renamed(error, path);
  }
  return new ToolError(
    { code: 'CONFLICT', problem: 'created', path },
    `Cannot write "${path}": it was created in the meantime`,
  );
}
