import type { Volume } from '@dragoman/fs-core';
import type { Session } from './session.ts';
import { sessionChanges } from './session-changes.ts';

/**
 * The session in which ignore files of a name, in git's syntax, hide files from every operation but commands: in each
 * allowed directory and in all below. What such a file once hid stays hidden as long as the session lasts.
 */
export async function guardedSession(session: Session, ignoreFile: string): Promise<Session> {
  const { guardedVolume } = await import('@dragoman/search/internal/search');
  const guard = { fileName: ignoreFile, known: new Map() };
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
