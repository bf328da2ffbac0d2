import { randomUUID } from 'node:crypto';
import { sep } from 'node:path';
import { type LocalTree, type OpenDirectory, type OpenFile, type RealPath, ToolError } from '@dragoman/fs-core';
import { contentOf } from './fetch-object.ts';
import { fillCopy } from './fill-copy.ts';
import type { ObjectContext } from './object-context.ts';
import { identityOf, openObjectFile, ownStatOf } from './object-file.ts';
import { type DirectoryNode, lookUp, type ObjectNode } from './object-tree.ts';
import { denied, placeBelow } from './places.ts';

const DIRECTORY_MODE = 0o755;
// No store keeps these of a prefix.
const NO_FACTS = { size: 0, modifiedMs: 0 };

/** What was listed of a directory. */
export interface ListedDirectory {
  /** Names seen from the volume's root, with `/` between them. */
  readonly relative: string;
  readonly tree: DirectoryNode;
}

/** A directory as it was when it was listed. */
export function openObjectDirectory(context: ObjectContext, listed: ListedDirectory): OpenDirectory {
  const { scope } = context;
  const { relative: top, tree } = listed;
  const { realPath } = placeBelow(context, top);
  const relativeOf = (path: string): string => (top === '' ? path : `${top}/${path}`);
  const pathOf = (path: string): RealPath => placeBelow(context, relativeOf(path)).realPath;
  const isAllowed = (path: string): boolean => scope.judge(pathOf(path), 'read') === 'allowed';
  const permits = (path: string): boolean =>
    path.split('/').every((_, index, names) => isAllowed(names.slice(0, index + 1).join('/')));
  const nodeAt = (path: string): ObjectNode | null => lookUp(tree, path.split('/')).node;
  const identity = {
    ...identityOf({ key: `${realPath}${sep}`, etag: randomUUID(), size: 0 }),
    isSafeToCache: () => false,
  };

  const nodeToOpen = (path: string): ObjectNode => {
    const names = path.split('/');
    if (names.some((name) => ['', '.', '..'].includes(name)) || !permits(path)) throw denied(scope.roots, pathOf(path));
    const { node, isThroughFile } = lookUp(tree, names);
    if (node !== null) return node;
    const code = isThroughFile ? 'NOT_DIRECTORY' : 'NOT_FOUND';
    throw new ToolError({ code, path: pathOf(path) }, `Cannot open "${pathOf(path)}": ${code}`);
  };

  const openFile = (path: string): OpenFile => {
    const node = nodeToOpen(path);
    const place = placeBelow(context, relativeOf(path));
    if (node.kind === 'file')
      return openObjectFile(place.realPath, node.object, contentOf(context, place, node.object));
    const failure = { code: 'UNSUPPORTED_FILE', path: place.realPath, kind: 'directory' } as const;
    throw new ToolError(failure, `Cannot open "${place.realPath}": directory`);
  };

  return {
    kind: 'directory',
    realPath,
    identity,
    ownStat: () => ownStatOf(NO_FACTS, DIRECTORY_MODE),
    entries: () => [...tree.entries].filter(([name]) => isAllowed(name)).map(([name, { kind }]) => ({ name, kind })),
    knownEntries: () => null,
    readLink: () => null,
    openDirectory(path) {
      const node = nodeToOpen(path);
      if (node.kind === 'directory')
        return openObjectDirectory(context, { ...listed, relative: relativeOf(path), tree: node });
      throw new ToolError(
        { code: 'NOT_DIRECTORY', path: pathOf(path) },
        `Cannot list "${pathOf(path)}": not a directory`,
      );
    },
    openFile,
    readAtOnce(path, maxBytes) {
      using file = openFile(path);
      if (file.size > maxBytes) return null;
      const bytes = Buffer.alloc(file.size);
      const count = file.read(bytes, 0);
      // What walks read at once was fetched with the list: see `ignoreFilesIn`.
      if (typeof count !== 'number') throw new ToolError({ code: 'NOT_FOUND', path: file.realPath }, 'Not fetched');
      return bytes.subarray(0, count);
    },
    stat(name) {
      const node = isAllowed(name) && !name.includes('/') ? nodeAt(name) : null;
      return node && { kind: node.kind, ...hintAbout(node) };
    },
    permits,
    hintOf(path) {
      const node = nodeAt(path);
      return node && hintAbout(node);
    },
    ctimeHint: () => Number.POSITIVE_INFINITY,
    async localTree(signal): Promise<LocalTree> {
      const holding = context.copies.holdUsed();
      try {
        const missing = await fillCopy(context, listed, signal);
        const held = context.copy.tree(top);
        const dispose = (): void => {
          held[Symbol.dispose]();
          holding[Symbol.dispose]();
        };
        return { descriptor: held.descriptor, launchPath: held.launchPath, missing, [Symbol.dispose]: dispose };
      } catch (error) {
        holding[Symbol.dispose]();
        throw error;
      }
    },
    close: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

/** As `openObjectDirectory`, with the contents of all below it in the private copy until it is closed. */
export async function openObjectTree(
  context: ObjectContext,
  listed: ListedDirectory,
  signal?: AbortSignal,
): Promise<OpenDirectory> {
  const holding = context.copies.holdUsed();
  const close = (): void => holding[Symbol.dispose]();
  try {
    await fillCopy(context, listed, signal);
    return { ...openObjectDirectory(context, listed), close, [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}

function hintAbout(node: ObjectNode) {
  return node.kind === 'file'
    ? { mtimeMs: node.object.modifiedMs, size: node.object.size }
    : { mtimeMs: NO_FACTS.modifiedMs, size: NO_FACTS.size };
}
