import type { Volume } from '@dragoman/fs-core';
import type { Session } from './session.ts';
import { sessionChanges } from './session-changes.ts';

/** Ignore files that guard a session. */
export interface SessionGuard {
  readonly fileName: string;
  /** True if patterns with `!` in them show in lists and searches what git ignores. Default false. */
  readonly outranksGit?: boolean;
}

/**
 * The session in which ignore files of a name, in git's syntax, hide files from every operation but commands: in each
 * allowed directory and in all below. What such a file once hid stays hidden as long as the session lasts.
 */
export async function guardedSession(
  session: Session,
  { fileName, outranksGit = false }: SessionGuard,
): Promise<Session> {
  const { guardedVolume } = await import('@dragoman/search/internal/search');
  const guard = { fileName, outranksGit, known: new Map() };
  let guarded: { readonly over: Volume; readonly volume: Volume } | null = null;
  const narrowed = {
    ...session,
    // A session may move to other trees.
    get volume() {
      const over = session.volume;
      if (guarded?.over !== over) guarded = { over, volume: guardedVolume(over, guard) };
      return guarded.volume;
    },
    get workdir() {
      return session.workdir;
    },
    get cwd() {
      return session.cwd;
    },
  };
  return Object.assign(narrowed, sessionChanges(narrowed));
}
