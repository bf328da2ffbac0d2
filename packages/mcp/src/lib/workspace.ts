import { fileURLToPath } from 'node:url';
import type { DialectName } from '@dragoman/dialects';
import {
  type OpeningOptions,
  type OpenToolset,
  type Options,
  openSession,
  openToolset,
  unnamedDirectory,
} from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';
import { contains, idleDenyGlobs, wideDirectory } from '@dragoman/fs-core/internal/kernel';
import { createSession, type Session } from '@dragoman/tools';
import type { FaultLog } from './fault-log.ts';
import { createResourceHandle } from './resources/resource-handle.ts';
import type { ToolsetHandle } from './service-parts.ts';
import { treesByRoots } from './trees-by-roots.ts';

/** The session that calls work in, and its tools in any dialect. */
export interface Workspace {
  readonly session: Session;
  toolsetFor(dialect: DialectName): Promise<ToolsetHandle>;
  /**
   * Works where the client's roots say, as far as the user left that to them. Resolves to true if that is elsewhere than
   * before. @param uris as the client gives them
   */
  follow(uris: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Settings of a workspace besides the options. */
export interface WorkspaceOptions extends OpeningOptions {
  readonly log: Log;
  readonly onFault: FaultLog['note'];
}

/**
 * Opens the session that the options describe. Where it would work in a directory that is allowed only by name, nothing
 * is allowed until the client names roots.
 * @throws ToolError if the options name directories that cannot be used
 */
export async function openWorkspace(
  options: Options,
  { log, loadObjectVolumes, onFault }: WorkspaceOptions,
): Promise<Workspace> {
  const unnamed = unnamedDirectory(options);
  if (unnamed !== null) {
    // No roots would change an overlay's trees.
    if (options.overlay) throw unnamed;
    log('warn', `${unnamed.message}, or open a folder in the client`);
  }
  const session = await openSession({ ...options, ...(unnamed && { allow: [] }) }, { log, loadObjectVolumes });
  for (const { glob, missing } of idleDenyGlobs(options.deny))
    log('warn', 'A deny glob matches nothing now, since what it begins with does not exist', { glob, missing });
  const toolsets = new Map<DialectName, Promise<ToolsetHandle>>();
  const { roots: atStart } = session.volume;

  return {
    session,
    toolsetFor(dialect) {
      const known = toolsets.get(dialect);
      if (known !== undefined) return known;
      const toolset = openToolset({ dialect, session, onUnexpectedError: onFault }).then(handleOf);
      toolsets.set(dialect, toolset);
      // What failed once, such as a store, may be there at the next call.
      toolset.catch(() => toolsets.delete(dialect));
      return toolset;
    },
    async follow(uris) {
      // Who names a store has said where the tools work; and an overlay is found again by the trees that it lies over.
      if (options.volumes.length > 0 || options.overlay) return false;
      const roots = uris.flatMap((uri) => usableTree(uri, log));
      // A client without a usable root has said nothing about where the tools may work.
      if (roots.length === 0) return false;
      const named = options.allow === null ? null : atStart;
      if (named === null) for (const root of roots) tellIfWide(log, root);
      const isWorkdirNamed = options.spelled.workdir !== undefined;
      const trees = treesByRoots({ named, roots: options.roots, workdir: session.workdir, isWorkdirNamed }, roots);
      if (named !== null) tellOfRoots(log, { named, roots, allow: trees.allow });
      if (isSameSet(trees.allow, session.volume.roots) && trees.workdir === session.workdir) return false;
      await session.moveTo(trees);
      log('info', 'Allowed directories', { ...trees });
      return true;
    },
    close: () => session.close(),
  };
}

function handleOf({ toolset, session }: OpenToolset): ToolsetHandle {
  return Object.assign(toolset, { resource: createResourceHandle(session) });
}

function tellIfWide(log: Log, root: string): void {
  if (wideDirectory(root)) log('warn', 'A root of the client is all of a drive or a home', { root });
}

/** Says what became of the client's roots beside the directories that the user named. */
function tellOfRoots(
  log: Log,
  { named, roots, allow }: Readonly<Record<'named' | 'roots' | 'allow', readonly string[]>>,
): void {
  if (!isSameSet(allow, named)) {
    log('warn', 'Allowed directories narrowed to the roots of the client', { allow, roots });
    return;
  }
  const outside = roots.filter((root) => !named.some((tree) => contains(tree, root)));
  if (outside.length > 0)
    log('info', 'Roots of the client outside of the allowed directories change nothing', { allow, roots: outside });
}

/** The real path of a root as a list, which is empty if the root is no directory of this machine. */
function usableTree(uri: string, log: Log): readonly string[] {
  try {
    return createSession({ workdir: fileURLToPath(uri) }).volume.roots;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'Root of the client passed over', { uri, reason });
    return [];
  }
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
