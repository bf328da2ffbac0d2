import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { Session } from '../../session.ts';

/** Opens a file for reading. @throws ToolError `IS_DIRECTORY` for a directory; as `Volume.open` */
export async function openFile({ volume, resolve }: Session, path: string): Promise<OpenFile> {
  const node = await volume.open(resolve(path), { for: 'content' });
  if (node.kind === 'file') return node;
  node.close();
  throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot read "${path}": is a directory`);
}
