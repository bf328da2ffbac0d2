import { basename, dirname } from 'node:path';
import { type OpenFile, ToolError, type Volume } from '@dragoman/dialects';

/** A file as Git keeps it: its bytes as characters, null if they are too many to show, and its mode. */
interface GitFile {
  readonly text: string | null;
  readonly mode: string;
}

/** What Git would keep of what is at a path, a file or a symbolic link; else null. @param maxBytes of a file whose text is told */
export async function gitFileAt(volume: Volume, path: string, maxBytes: number): Promise<GitFile | null> {
  try {
    return await entryAt(volume, path, maxBytes);
  } catch (error) {
    // A file has come in the way, or the directory has gone.
    if (error instanceof ToolError && (error.code === 'NOT_DIRECTORY' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}

async function entryAt(volume: Volume, path: string, maxBytes: number): Promise<GitFile | null> {
  const { kind, realPath } = await volume.locate(path, 'entry');
  if (kind === 'link') {
    using directory = await volume.open(dirname(realPath));
    const target = directory.kind === 'directory' ? directory.readLink(basename(realPath)) : null;
    return target === null ? null : { text: Buffer.from(target).toString('latin1'), mode: '120000' };
  }
  if (kind !== 'file') return null;
  using file = await volume.open(realPath);
  if (file.kind !== 'file') return null;
  const text = file.size > maxBytes ? null : (await bytesOf(file)).toString('latin1');
  return { text, mode: (file.mode & 0o100) === 0 ? '100644' : '100755' };
}

async function bytesOf(file: OpenFile): Promise<Buffer> {
  const bytes = Buffer.alloc(file.size);
  for (let at = 0; at < bytes.length; ) {
    const count = await file.read(bytes.subarray(at), at);
    if (count === 0) return bytes.subarray(0, at);
    at += count;
  }
  return bytes;
}
