import { fileURLToPath } from 'node:url';
import { createSession, createToolset, type DialectName, type Session, type Toolset } from '@dragoman/dialects';
import { contains, type Options, openSession } from '@dragoman/tools/options';
import { allowedTrees } from './allowed-trees.ts';
import type { Log } from './log.ts';

/** The session that calls work in, and its tools in any dialect. */
export interface Workspace {
  readonly session: Session;
  /** At once where it was made before. */
  toolsetFor(dialect: DialectName): Toolset | Promise<Toolset>;
  /** Narrows the allowed trees to the client's roots. @param uris as the client gives them */
  follow(uris: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the session that the options describe.
 * @throws ToolError where the options name directories that cannot be used
 */
export function openWorkspace(options: Options, log: Log): Workspace {
  const session = openSession(options);
  const toolsets = new Map<DialectName, Toolset | Promise<Toolset>>();
  const { roots: atStart } = session.volume;

  const newToolset = (dialect: DialectName): Promise<Toolset> => {
    const making = createToolset({ dialect, session }).then((toolset) => {
      toolsets.set(dialect, toolset);
      return toolset;
    });
    toolsets.set(dialect, making);
    return making;
  };

  return {
    session,
    toolsetFor: (dialect) => toolsets.get(dialect) ?? newToolset(dialect),
    async follow(uris) {
      const roots = uris.flatMap((uri) => usableTree(uri, log));
      // A client without a usable root has said nothing about where the tools may work.
      if (roots.length === 0) return;
      const allow = allowedTrees(options.allow === null ? null : atStart, roots);
      if (options.allow !== null)
        log('warn', 'Allowed directories narrowed to the roots of the client', { allow, roots });
      if (isSameSet(allow, session.volume.roots)) return;

      const stays = allow.some((tree) => contains(tree, session.workdir));
      const [workdir = session.workdir] = stays ? [] : allow;
      await session.moveTo({ allow, workdir });
      log('info', 'Allowed directories', { allow, workdir });
    },
    close: () => session.close(),
  };
}

/** The real path of a root as a list, which is empty where the root is no directory of this machine. */
function usableTree(uri: string, log: Log): readonly string[] {
  try {
    const workdir = fileURLToPath(uri);
    return createSession({ workdir }).volume.roots;
  } catch (error) {
    log('warn', 'Root of the client passed over', {
      uri,
      reason: error instanceof Error ? error.message : String(error),
    });
    return [];
  }
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
