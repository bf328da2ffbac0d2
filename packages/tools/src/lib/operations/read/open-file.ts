import { type OpenDirectory, type OpenFile, ToolError } from '@dragoman/fs-core';
import type { Session } from '../../session.ts';

/** Opens a file for reading, or that of what a command of the session has printed. @throws ToolError `IS_DIRECTORY` for a directory; as `Volume.open` */
export async function openFile({ volume, resolve, commandLogs }: Session, path: string): Promise<OpenFile> {
  const absolute = resolve(path);
  const node = await (commandLogs.volumeOf(absolute) ?? volume).open(absolute, { for: 'content' });
  if (node.kind === 'file') return node;
  node.close();
  throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot read "${path}": is a directory`);
}

/** Opens a file or a directory for reading. @throws ToolError as `Volume.open` */
export async function openEither(
  { volume, resolve, commandLogs }: Session,
  path: string,
  signal: AbortSignal | undefined,
): Promise<OpenFile | OpenDirectory> {
  const absolute = resolve(path);
  return await (commandLogs.volumeOf(absolute) ?? volume).open(absolute, { for: 'either', signal });
}
