import { type OpenDirectory, ToolError } from '@dragoman/fs-core';
import type { CallOptions, Session } from '../../session.ts';

/** Opens a directory for its names. @throws ToolError `NOT_DIRECTORY` for a file; as `Volume.open` */
export async function openDirectory(
  { volume, resolve }: Session,
  path: string,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<OpenDirectory> {
  const node = await volume.open(resolve(path), { for: 'names', signal });
  if (node.kind === 'directory') return node;
  node.close();
  throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot list "${path}": is a file`);
}
