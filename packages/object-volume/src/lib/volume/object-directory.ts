import { randomUUID } from 'node:crypto';
import { sep } from 'node:path';
import {
  type LocalTree,
  type OpenDirectory,
  type OpenFile,
  orUndoLater,
  type RealPath,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import type { Access } from '@dragoman/fs-core/internal/volume-kit';
import { contentOf } from './fetch-object.ts';
import { fillCopy } from './fill-copy.ts';
import { type IgnoreFiles, readCopy, readIgnoreFiles } from './ignore-files.ts';
import type { ObjectContext } from './object-context.ts';
import { identityOf, openObjectFile, ownStatOf } from './object-file.ts';
import { type DirectoryNode, type FileNode, lookUp, type ObjectNode } from './object-tree.ts';
import { denied, placeBelow } from './places.ts';
import { mayRead } from './readable.ts';

const DIRECTORY_MODE = 0o755;
// No store keeps these of a prefix.
const NO_FACTS = { size: 0, modifiedMs: 0 };

/** Listed entries of a directory. */
export interface ListedDirectory {
  /** Names seen from the volume's root, with `/` between them. */
  readonly relative: string;
  readonly tree: DirectoryNode;
  /** Read before, since a walk asks for them and does not wait. */
  readonly ignoreFiles: IgnoreFiles;
}

/** A directory as it was when it was listed. */
export function openObjectDirectory(context: ObjectContext, listed: ListedDirectory): OpenDirectory {
  const { relative: top, tree } = listed;
  const { realPath } = placeBelow(context, top);
  const at: OpenedDirectory = { context, listed };
  return {
    kind: 'directory',
    realPath,
    identity: {
      ...identityOf({ key: `${realPath}${sep}`, etag: randomUUID(), size: 0 }),
      isSafeToCache: () => false,
    },
    ownStat: () => ownStatOf(NO_FACTS, DIRECTORY_MODE),
    entries: () =>
      [...tree.entries].filter(([name]) => isAllowed(at, name)).map(([name, { kind }]) => ({ name, kind })),
    knownEntries: () => null,
    readLink: () => null,
    openDirectory(path) {
      const node = directoryToOpen(at, path);
      return openObjectDirectory(context, { ...listed, relative: relativeOf(at, path), tree: node });
    },
    openFile(path): OpenFile {
      const { object } = fileToOpen(at, path);
      const place = placeBelow(context, relativeOf(at, path));
      return openObjectFile(place.realPath, object, contentOf(context, place, object));
    },
    readAtOnce: (path, maxBytes) => readAtOnce(at, path, maxBytes),
    stat(name) {
      const node = isAllowed(at, name) && !name.includes('/') ? nodeAt(at, name) : null;
      return node && { kind: node.kind, ...hintAbout(node) };
    },
    permits: (path, access) => permits(at, path, access),
    hintOf(path) {
      const node = nodeAt(at, path);
      return node && hintAbout(node);
    },
    ctimeHint: () => Number.POSITIVE_INFINITY,
    localTree: (signal) => localTree(at, () => fillCopy(context, listed, signal)),
    close: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

interface OpenedDirectory {
  readonly context: ObjectContext;
  readonly listed: ListedDirectory;
}

/** Path from the volume's root. */
function relativeOf({ listed: { relative } }: OpenedDirectory, path: string): string {
  return relative === '' ? path : `${relative}/${path}`;
}

function pathOf(at: OpenedDirectory, path: string): RealPath {
  return placeBelow(at.context, relativeOf(at, path)).realPath;
}

function isAllowed(at: OpenedDirectory, path: string, access: Access = 'read'): boolean {
  if (access === 'read') return mayRead(at.context, relativeOf(at, path));
  return at.context.scope.judge(pathOf(at, path), access) === 'allowed';
}

/** True if nothing on the way is denied. */
function permits(at: OpenedDirectory, path: string, access?: Access): boolean {
  return path.split('/').every((_, index, names) => isAllowed(at, names.slice(0, index + 1).join('/'), access));
}

function nodeAt({ listed }: OpenedDirectory, path: string): ObjectNode | null {
  return lookUp(listed.tree, path.split('/')).node;
}

function nodeToOpen(at: OpenedDirectory, path: string): ObjectNode {
  const names = path.split('/');
  const leadsDown = !names.some((name) => ['', '.', '..'].includes(name));
  if (!leadsDown || !permits(at, path)) throw denied(at.context.scope.roots, pathOf(at, path));
  const { node, isThroughFile } = lookUp(at.listed.tree, names);
  if (node !== null) return node;
  const code = isThroughFile ? 'NOT_DIRECTORY' : 'NOT_FOUND';
  throw new ToolError({ code, path: pathOf(at, path) }, `Cannot open "${pathOf(at, path)}": ${code}`);
}

function fileToOpen(at: OpenedDirectory, path: string): FileNode {
  const node = nodeToOpen(at, path);
  if (node.kind === 'file') return node;
  const failure = { code: 'UNSUPPORTED_FILE', path: pathOf(at, path), kind: 'directory' } as const;
  throw new ToolError(failure, `Cannot open "${failure.path}": directory`);
}

function directoryToOpen(at: OpenedDirectory, path: string): DirectoryNode {
  const node = nodeToOpen(at, path);
  if (node.kind === 'directory') return node;
  const failure = { code: 'NOT_DIRECTORY', path: pathOf(at, path) } as const;
  throw new ToolError(failure, `Cannot list "${failure.path}": not a directory`);
}

function readAtOnce(at: OpenedDirectory, path: string, maxBytes: number): Buffer | null {
  const node = fileToOpen(at, path);
  if (node.object.size > maxBytes) return null;
  const relative = relativeOf(at, path);
  const bytes = at.listed.ignoreFiles.get(relative) ?? readCopy(at.context, relative, node);
  // Asking the store for it would take until after the walk.
  if (bytes === null) throw new ToolError({ code: 'NOT_FOUND', path: pathOf(at, path) }, 'Not fetched');
  return bytes;
}

async function localTree(
  { context, listed }: OpenedDirectory,
  fill: () => number | Promise<number>,
): Promise<LocalTree> {
  const holding = context.copies.holdUsed();
  return orUndoLater(holding[Symbol.dispose], async () => {
    const missing = await fill();
    const held = context.copy.tree(listed.relative);
    const dispose = (): void => {
      held[Symbol.dispose]();
      holding[Symbol.dispose]();
    };
    return { descriptor: held.descriptor, launchPath: held.launchPath, missing, [Symbol.dispose]: dispose };
  });
}

/** Opens like `openObjectDirectory`, with the contents of all below it in the private copy until it is closed. */
export async function openObjectTree(
  context: ObjectContext,
  listed: Omit<ListedDirectory, 'ignoreFiles'>,
  signal?: AbortSignal,
): Promise<OpenDirectory> {
  const holding = context.copies.holdUsed();
  const close = holding[Symbol.dispose];
  return orUndoLater(close, async () => {
    const missing = await fillCopy(context, listed, signal);
    const filled = { ...listed, ignoreFiles: await readIgnoreFiles(context, listed, signal) };
    return {
      ...openObjectDirectory(context, filled),
      localTree: () => localTree({ context, listed: filled }, () => missing),
      close,
      [Symbol.dispose]: close,
    };
  });
}

function hintAbout(node: ObjectNode) {
  return node.kind === 'file'
    ? { mtimeMs: node.object.modifiedMs, size: node.object.size }
    : { mtimeMs: NO_FACTS.modifiedMs, size: NO_FACTS.size };
}
