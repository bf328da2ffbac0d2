import { isPathError } from '@dragoman/fs-core/internal/kernel';
import { type FetchedObject, fetchObject } from './fetch-object.ts';
import { mapConcurrent } from './map-concurrent.ts';
import type { ObjectContext } from './object-context.ts';
import { type DirectoryNode, type FileNode, follow } from './object-tree.ts';
import { placeBelow } from './places.ts';
import { readableFiles } from './readable.ts';

/** Contents of ignore files, by their paths seen from the volume's root. */
export type IgnoreFiles = ReadonlyMap<string, Buffer>;

// What a walk, or a rule of a dialect, reads as it meets it: `OpenDirectory.readAtOnce`.
const READ_AT_ONCE = /(?:^|\/)(?:\.[a-z]*ignore|\.git\/info\/exclude)$/;
const AT_ONCE_BYTES = 256 * 1024;
/** Bytes of all ignore files together; what is beyond counts as unreadable. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads the ignore files of a directory that was listed, for a walk that cannot wait for them. One that may not be read is
 * left out.
 */
export async function readIgnoreFiles(
  context: ObjectContext,
  { relative, tree }: { readonly relative: string; readonly tree: DirectoryNode },
  signal?: AbortSignal,
): Promise<IgnoreFiles> {
  const contents = new Map<string, Buffer>();
  let room = MOST_BYTES;
  const toFetch: ListedFile[] = [];
  for (const [path, node] of readableFiles(context, { relative, tree })) {
    if (!READ_AT_ONCE.test(path) || node.object.size > AT_ONCE_BYTES) continue;
    room -= node.object.size;
    if (room >= 0) toFetch.push([path, node]);
  }
  await mapConcurrent(toFetch, async (file) => {
    const content = await readOne(context, file, signal);
    if (content !== null) contents.set(file[0], content);
  });
  return contents;
}

type ListedFile = readonly [path: string, node: FileNode];

async function readOne(context: ObjectContext, [path, node]: ListedFile, signal?: AbortSignal): Promise<Buffer | null> {
  const copied = readCopy(context, path, node);
  if (copied !== null) return copied;
  const got = await fetchObject(context, placeBelow(context, path), signal).catch(unlessDenied);
  if (got === null) return null;
  try {
    follow(node, got.object);
    return got.object.size > AT_ONCE_BYTES ? null : await contentIn(got);
  } finally {
    got.content.close();
  }
}

async function contentIn({ object, content }: FetchedObject): Promise<Buffer> {
  const bytes = Buffer.alloc(object.size);
  return bytes.subarray(0, await content.read(bytes, 0));
}

/** Content of a file in the private copy, in the state in which it was listed; null if that is not there. */
export function readCopy({ copies }: ObjectContext, path: string, { object }: FileNode): Buffer | null {
  using held = copies.open(path, object.etag);
  if (held === null) return null;
  const bytes = Buffer.alloc(object.size);
  return bytes.subarray(0, held.read(bytes, 0));
}

function unlessDenied(error: unknown): null {
  if (isPathError(error) && error.code === 'PERMISSION_DENIED') return null;
  throw error;
}
