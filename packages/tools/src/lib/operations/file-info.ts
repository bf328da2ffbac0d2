import type { OwnStat } from '@dragoman/fs-core';
import type { Session } from '../session.ts';

/** The path of a file or directory. */
export interface FileInfoRequest {
  readonly path: string;
}

/** What is known of a file or directory besides its content; links are followed. */
export interface FileInfoOutcome extends OwnStat {
  readonly kind: 'info';
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  readonly isDirectory: boolean;
}

/** @throws ToolError as `Volume.open` */
export async function fileInfo(session: Session, { path }: FileInfoRequest): Promise<FileInfoOutcome> {
  using opened = await session.volume.open(session.resolve(path), { for: 'names' });
  const { realPath, kind } = opened;
  return { kind: 'info', path, realPath, isDirectory: kind === 'directory', ...opened.ownStat() };
}
