import { isAbsolute, resolve } from 'node:path';
import {
  assertDirectory,
  claimsDirectory,
  contains,
  expandHome,
  openLocalVolume,
  ToolError,
  type Volume,
} from '@dragoman/fs-core';
import { assertSessionOptions } from './assert-session-options.ts';
import { changeFile } from './change-file.ts';
import { createReadLedger } from './read-ledger.ts';
import { createReplacementChunks } from './replacement-chunks.ts';
import type { Limits, Session, SessionOptions } from './session.ts';
import { createSessionShell } from './session-shell.ts';
import { createTurns } from './turns.ts';

/** The limits of a session whose options name none. */
export const DEFAULT_LIMITS: Limits = {
  maxFileSize: 10 * 1024 * 1024,
  maxReplacementSize: 256 * 1024,
  maxResponseSize: null,
  maxResults: 1000,
};

/**
 * Starts a session over directories of this machine.
 * @throws ToolError where a directory cannot be used, a deny glob is malformed or an option is not of its type
 */
export function createSession(options: SessionOptions): Session {
  let volume = openVolume(options);
  let { workdir } = options;
  let cwd = workdir;
  const { readOnly = false, dryRun = false, hidden = false } = options;
  const limits = limitsWith(options.limits);
  const ledger = createReadLedger({ open: (path) => volume.open(path) }, limits.maxFileSize);
  const chunks = createReplacementChunks(limits.maxFileSize);
  const shell = options.shell ? createSessionShell(options.shell, () => volume) : null;
  let isClosed = false;
  const absolute = (path: string): string => {
    if (path === '') throw new ToolError('INVALID_ARGUMENT', 'The path is empty', { path });
    const expanded = expandHome(path);
    // The volume refuses a file under a path that ends in a separator, so `resolve` must not drop it.
    return isAbsolute(expanded) ? expanded : resolve(cwd, path) + (claimsDirectory(path) ? '/' : '');
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    ledger.close();
    chunks.close();
    await shell?.close();
  };

  const session: Session = {
    get volume() {
      return volume;
    },
    limits,
    readOnly,
    dryRun,
    hidden,
    requireRead: options.requireRead ?? 'auto',
    ledger,
    chunks,
    get workdir() {
      return workdir;
    },
    environment: options.environment ?? {},
    shell,
    get cwd() {
      return cwd;
    },
    changeDirectory(path) {
      cwd = path;
    },
    async moveTo(place) {
      const left = volume.roots;
      volume = openVolume({ ...options, ...place });
      const { roots } = volume;
      if (cwd === workdir || !isWithin(roots, cwd)) cwd = place.workdir;
      workdir = place.workdir;
      if (shell?.isConfined && !left.every((root) => isWithin(roots, root))) await shell.restart();
    },
    resolve: absolute,
    async update(path, call, change) {
      const permitted: typeof change = async (current, realPath) => {
        if (call.requireRead && current !== null && current.size > 0) await ledger.assertSeen(current, path);
        return change(current, realPath);
      };
      return changeFile(session, { path, target: absolute(path), change: permitted }, call);
    },
    turns: createTurns(),
    prepare: async () => shell?.prepare(),
    assertOpen() {
      if (isClosed) throw new ToolError('CANCELLED', 'The session has ended');
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return session;
}

/** Opens the volume of the options, which are checked first. */
function openVolume(options: SessionOptions): Volume {
  assertSessionOptions(options);
  const { workdir, allow = [workdir], deny = [], builtinDeny = true, fsync = true } = options;
  assertDirectory(workdir);
  return openLocalVolume({ allow, deny, builtinDeny, fsync, carryAttributes });
}

/** Whether the directory is still there, and lies in one of these trees. */
function isWithin(roots: readonly string[], directory: string): boolean {
  try {
    const path = assertDirectory(directory);
    return roots.some((root) => contains(root, path));
  } catch {
    return false;
  }
}

/** A limit that is given as undefined counts as left out. */
function limitsWith(given: Partial<Limits> = {}): Limits {
  const set = Object.entries(given).filter(([, limit]) => limit !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) };
}

async function carryAttributes(from: number, to: number): Promise<boolean | null> {
  const shell = await import('@dragoman/shell');
  return shell.carryAttributes(from, to);
}
