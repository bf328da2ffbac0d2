import type { FileInfoOutcome } from '@dragoman/outcomes';
import type { Session } from '../../session.ts';

/** The path of a file or directory. */
export interface FileInfoRequest {
  readonly path: string;
}

/** @throws ToolError as `Volume.open` @example await fileInfo(session, { path: 'a.md' }) */
export async function fileInfo(session: Session, { path }: FileInfoRequest): Promise<FileInfoOutcome> {
  using opened = await session.volume.open(session.resolve(path), { for: 'names' });
  const { realPath, kind } = opened;
  return { kind: 'info', path, realPath, isDirectory: kind === 'directory', ...opened.ownStat() };
}
