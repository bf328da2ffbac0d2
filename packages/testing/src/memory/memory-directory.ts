import { sep } from 'node:path';
import { type OpenDirectory, type OpenFile, type RealPath, ToolError } from '../../../fs-core/src/index.ts';
import type { Access, Scope } from '../../../fs-core/src/lib/paths/scope.ts';
import { localCopy } from './local-copy.ts';
import { identityOf, openMemoryFile, ownStatOf } from './memory-file.ts';
import { below, lookUp, type MemoryDirectoryNode, type MemoryNode } from './memory-tree.ts';

export function openMemoryDirectory(scope: Scope, node: MemoryDirectoryNode, realPath: RealPath): OpenDirectory {
  const pathOf = (relative: string) => `${realPath}${sep}${relative.replaceAll('/', sep)}` as RealPath;
  const isAllowed = (relative: string, access: Access = 'read') => scope.judge(pathOf(relative), access) === 'allowed';
  const permits = (relative: string, access?: Access) =>
    relative.split('/').every((_, index, names) => isAllowed(names.slice(0, index + 1).join('/'), access));
  const nodeAt = (relative: string): MemoryNode | null => lookUp(node, relative.split('/')).node;

  const nodeToOpen = (relative: string): MemoryNode => {
    const path = pathOf(relative);
    const names = relative.split('/');
    if (names.some((name) => name === '' || name === '.' || name === '..') || !permits(relative))
      throw new ToolError({ code: 'ACCESS_DENIED', path, allowed: scope.roots }, `Access denied: "${path}"`);
    const { node: found, directory } = lookUp(node, names);
    if (found !== null) return found;
    const code = directory === null ? 'NOT_DIRECTORY' : 'NOT_FOUND';
    throw new ToolError({ code, path }, `Cannot open "${path}": ${code}`);
  };

  const openFile = (relative: string): OpenFile => {
    const found = nodeToOpen(relative);
    const path = pathOf(relative);
    if (found.kind === 'file') return openMemoryFile(found, path, () => nodeAt(relative));
    throw new ToolError({ code: 'UNSUPPORTED_FILE', path, kind: 'directory' }, `Cannot open "${path}": a directory`);
  };

  return {
    kind: 'directory',
    realPath,
    identity: identityOf(node),
    ownStat: () => ownStatOf(node),
    entries: () => [...node.entries].filter(([name]) => isAllowed(name)).map(([name, { kind }]) => ({ name, kind })),
    knownEntries: () => null,
    readLink: () => null,
    openDirectory(relative) {
      const found = nodeToOpen(relative);
      const path = pathOf(relative);
      if (found.kind === 'directory') return openMemoryDirectory(scope, found, path);
      throw new ToolError({ code: 'NOT_DIRECTORY', path }, `Cannot open "${path}": not a directory`);
    },
    openFile,
    readAtOnce(relative, maxBytes) {
      const file = openFile(relative);
      const found = nodeAt(relative);
      return file.size > maxBytes || found?.kind !== 'file' ? null : Buffer.from(found.content);
    },
    stat(name) {
      const found = isAllowed(name) && !name.includes('/') ? nodeAt(name) : null;
      return found && { kind: found.kind, ...hintAbout(found) };
    },
    permits,
    hintOf(relative) {
      const found = nodeAt(relative);
      return found && hintAbout(found);
    },
    ctimeHint: () => Number.POSITIVE_INFINITY,
    localTree: async () => localCopy(allowedBelow(scope, node, realPath), true),
    close: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

function* allowedBelow(scope: Scope, node: MemoryDirectoryNode, realPath: string) {
  for (const entry of below(node)) if (scope.judge(realPath + sep + entry[0], 'read') === 'allowed') yield entry;
}

function hintAbout(node: MemoryNode) {
  return node.kind === 'file' ? { mtimeMs: node.mtimeMs, size: node.content.length } : { mtimeMs: 0, size: 0 };
}
