import { randomUUID } from 'node:crypto';
import { sep } from 'node:path';
import { type LocalTree, type OpenDirectory, type OpenFile, type RealPath, ToolError } from '@dragoman/fs-core';
import { contentOf } from './fetch-object.ts';
import { fillCopy } from './fill-copy.ts';
import { type IgnoreFiles, readCopy, readIgnoreFiles } from './ignore-files.ts';
import type { ObjectContext } from './object-context.ts';
import { identityOf, openObjectFile, ownStatOf } from './object-file.ts';
import { type DirectoryNode, type FileNode, lookUp, type ObjectNode } from './object-tree.ts';
import { denied, placeBelow } from './places.ts';

const DIRECTORY_MODE = 0o755;
// No store keeps these of a prefix.
const NO_FACTS = { size: 0, modifiedMs: 0 };

/** What was listed of a directory. */
export interface ListedDirectory {
  /** Names seen from the volume's root, with `/` between them. */
  readonly relative: string;
  readonly tree: DirectoryNode;
  /** Read before, since a walk asks for them and does not wait. */
  readonly ignoreFiles: IgnoreFiles;
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

  const fileToOpen = (path: string): FileNode => {
    const node = nodeToOpen(path);
    if (node.kind === 'file') return node;
    const failure = { code: 'UNSUPPORTED_FILE', path: pathOf(path), kind: 'directory' } as const;
    throw new ToolError(failure, `Cannot open "${pathOf(path)}": directory`);
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
    openFile(path): OpenFile {
      const { object } = fileToOpen(path);
      const place = placeBelow(context, relativeOf(path));
      return openObjectFile(place.realPath, object, contentOf(context, place, object));
    },
    readAtOnce(path, maxBytes) {
      const node = fileToOpen(path);
      if (node.object.size > maxBytes) return null;
      const bytes = listed.ignoreFiles.get(relativeOf(path)) ?? readCopy(context, relativeOf(path), node);
      // Asking the store for it would take until after the walk.
      if (bytes === null) throw new ToolError({ code: 'NOT_FOUND', path: pathOf(path) }, 'Not fetched');
      return bytes;
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
  listed: Omit<ListedDirectory, 'ignoreFiles'>,
  signal?: AbortSignal,
): Promise<OpenDirectory> {
  const holding = context.copies.holdUsed();
  const close = (): void => holding[Symbol.dispose]();
  try {
    await fillCopy(context, listed, signal);
    const ignoreFiles = await readIgnoreFiles(context, listed, signal);
    return { ...openObjectDirectory(context, { ...listed, ignoreFiles }), close, [Symbol.dispose]: close };
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
