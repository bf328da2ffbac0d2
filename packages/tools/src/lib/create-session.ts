import { isAbsolute, resolve } from 'node:path';
import {
  assertDirectory,
  assertGivenLength,
  claimsDirectory,
  createHiddenFiles,
  expandHome,
  type HiddenFiles,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import type { JournalPlace } from '@dragoman/history/internal/history';
import { assertSessionOptions } from './assert-session-options.ts';
import { createCommandLogs } from './command-logs.ts';
import { EXTRAS } from './extras.ts';
import { journalOf } from './journal/journal-settings.ts';
import { limitsOf } from './limits.ts';
import { withMeantNames } from './meant-names.ts';
import { openDirectories } from './open-directories.ts';
import { createReadLedger } from './read-ledger.ts';
import { createReplacementChunks } from './replacement-chunks.ts';
import type { Session, SessionOptions } from './session.ts';
import { sessionChanges } from './session-changes.ts';
import { createSessionShell } from './session-shell.ts';
import { createTurns } from './turns.ts';

/**
 * Starts a session over directories of this machine, or over the volume that the options name.
 * @throws ToolError if a directory of this machine cannot be used, a deny glob is malformed, an option is not of its type
 * or has no meaning beside another
 * @example await using session = createSession({ workdir: '/project', deny: ['secrets'], readOnly: true })
 */
export function createSession(options: SessionOptions): Session {
  assertSessionOptions(options);
  const recording = { id: newSessionId(), place: journalOf(options), hidden: createHiddenFiles() };
  const isOwn = options.volume === undefined;
  return sessionOver({ volume: openVolume(options, recording), isOwn }, options, recording);
}

/**
 * Starts a session over volumes, and over the directories that `allow` names beside them (default: none), for which and
 * for the memory the other options hold: deny globs, locks, the journal. It disposes of the volumes.
 * @throws ToolError as `createSession`; `INVALID_ARGUMENT` for a directory at the place of a volume
 */
export function createSessionBeside(volumes: ReadonlyMap<string, Volume>, options: SessionOptions): Session {
  assertSessionOptions(options);
  const { allow = [] } = options;
  const recording = { id: newSessionId(), place: journalOf({ ...options, allow }), hidden: createHiddenFiles() };
  const volume = EXTRAS.objects(volumes, options, recording.place);
  return sessionOver({ volume, isOwn: true }, { ...options, allow, volume }, recording);
}

/** 8 hex digits: a name that nobody need guess, so the start of a program waits for no cryptography. */
function newSessionId(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

/** The parts of a session that stay when it moves to other trees. */
interface SessionRecord {
  /** The name by which the session records what it changes. */
  readonly id: string;
  /** The place of the records; null if there are none. */
  readonly place: JournalPlace | null;
  readonly hidden: HiddenFiles;
}

interface SessionVolume {
  readonly volume: Volume;
  /** True if the session disposes of it. */
  readonly isOwn: boolean;
}

function sessionOver(
  { volume: opened, isOwn }: SessionVolume,
  options: SessionOptions,
  recording: SessionRecord,
): Session {
  const location: Location = { volume: withMeantNames(opened), workdir: options.workdir, cwd: options.workdir };
  const { readOnly = false, dryRun = false, hidden = false, requireRead = 'auto', environment = {} } = options;
  // A limit that is given as undefined counts as left out.
  const limits = limitsOf((name, { fallback }) => options.limits?.[name] ?? fallback);
  const ledger = createReadLedger({ open: (path, purpose) => location.volume.open(path, purpose) }, limits.maxFileSize);
  const chunks = createReplacementChunks(limits.maxFileSize);
  const shell = options.shell ? createSessionShell(options.shell, () => location.volume, options.log) : null;
  const commandLogs = createCommandLogs();
  const memory = memoryOf(options, recording);
  let isClosed = false;
  const close = async (): Promise<void> => {
    isClosed = true;
    ledger.close();
    chunks.close();
    await memory?.close();
    await shell?.close();
    await commandLogs.close();
    if (isOwn) await location.volume[Symbol.asyncDispose]();
  };
  const settings = { limits, readOnly, dryRun, hidden, requireRead, environment, turns: createTurns() };
  const journal = EXTRAS.history({ location, options, place: recording.place });
  const session = Object.assign(standingAt(location), settings, {
    id: recording.id,
    journal,
    ledger,
    chunks,
    shell,
    commandLogs,
    memory,
    index: EXTRAS.index(options),
    async moveTo(trees: Pick<SessionOptions, 'workdir' | 'allow'>) {
      const { roots: left } = location.volume;
      await move(location, { ...options, ...trees }, recording);
      if (shell?.isConfined && !(await areDirectories(location.volume, left))) await shell.restart();
    },
    async prepare() {
      const { volume, workdir } = location;
      await volume.prepare();
      if (options.volume !== undefined) await assertWorkdir(volume, workdir);
      await shell?.prepare();
    },
    assertOpen() {
      if (isClosed) throw new ToolError({ code: 'CANCELLED' }, 'The session has ended');
    },
    close,
    [Symbol.asyncDispose]: close,
  });
  return Object.assign(session, sessionChanges(session));
}

function memoryOf(options: SessionOptions, recording: SessionRecord): Session | null {
  const memory = EXTRAS.memory(options, recording.place);
  return memory === null ? null : sessionOver({ volume: memory.volume, isOwn: true }, memory.options, recording);
}

/** The directories that a session works in. */
interface Location {
  volume: Volume;
  workdir: string;
  cwd: string;
}

function standingAt(location: Location) {
  return {
    get volume() {
      return location.volume;
    },
    get workdir() {
      return location.workdir;
    },
    get cwd() {
      return location.cwd;
    },
    changeDirectory(path: string) {
      location.cwd = path;
    },
    resolve: (path: string) => absolute(location, path),
  };
}

/** Moves to other trees. A current directory that lies in them stays. */
async function move(location: Location, options: SessionOptions, recording: SessionRecord): Promise<void> {
  assertSessionOptions(options);
  const volume = openVolume(options, recording);
  if (options.volume !== undefined) await assertWorkdir(volume, options.workdir);
  const { workdir, cwd } = location;
  const stays = cwd !== workdir && (await areDirectories(volume, [cwd]));
  location.volume = withMeantNames(volume);
  location.workdir = options.workdir;
  if (!stays) location.cwd = options.workdir;
}

function absolute({ cwd }: Location, path: string): string {
  assertGivenLength(path);
  if (path === '') throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'no-path', path }, 'The path is empty');
  if (isAbsolute(path)) return path;
  const expanded = expandHome(path);
  // The volume refuses a file under a path that ends in a separator, so `resolve` must not drop it.
  return isAbsolute(expanded) ? expanded : resolve(cwd, path) + (claimsDirectory(path) ? '/' : '');
}

/** Opens the volume of the options, which are checked. */
function openVolume(options: SessionOptions, { place, hidden }: SessionRecord): Volume {
  const { workdir, volume } = options;
  if (volume !== undefined) return volume;
  assertDirectory(workdir);
  return openDirectories(options, { place, hidden });
}

/** A working directory may lie beside the trees. */
async function assertWorkdir(volume: Volume, path: string): Promise<void> {
  try {
    await assertDirectoryOf(volume, path);
  } catch (error) {
    if (!(error instanceof ToolError && error.code === 'ACCESS_DENIED')) throw error;
  }
}

async function assertDirectoryOf(volume: Volume, path: string): Promise<void> {
  using found = await volume.open(path, { for: 'content' });
  if (found.kind === 'directory') return;
  throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot use "${path}": not a directory`);
}

/** True if the directories are there, and lie in the volume. */
async function areDirectories(volume: Volume, paths: readonly string[]): Promise<boolean> {
  try {
    for (const path of paths) await assertDirectoryOf(volume, path);
    return true;
  } catch {
    return false;
  }
}
