import { type OpenDirectory, ToolError } from '@dragoman/fs-core';
import type { CallOptions, Session } from '../../session.ts';

interface OpeningOptions extends Pick<CallOptions, 'signal'> {
  /** Default: the names of all that lies below. */
  readonly purpose?: 'names' | 'content';
}

/** Opens a directory for its names. @throws ToolError `NOT_DIRECTORY` for a file; as `Volume.open` */
export async function openDirectory(
  { volume, resolve }: Session,
  path: string,
  { signal, purpose = 'names' }: OpeningOptions,
): Promise<OpenDirectory> {
  const node = await volume.open(resolve(path), { for: purpose, signal });
  if (node.kind === 'directory') return node;
  node.close();
  throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot list "${path}": is a file`);
}
