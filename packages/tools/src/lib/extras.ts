import {
  assertDirectory,
  assertNoBroughtLink,
  ensureDirectory,
  joinVolumes,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { type JournalPlace, openLocalHistory } from '@dragoman/history/internal/history';
import type { Overlay } from '@dragoman/overlay/internal/overlay';
import type { Narrower } from '@dragoman/search/internal/search';
import { createNarrower } from '@dragoman/search-index/internal/search-index';
import { createSessionJournal, type SessionJournal } from './journal/session-journal.ts';
import { directorySettings, openDirectories } from './open-directories.ts';
import { searchIndexOf } from './search-index-of.ts';
import type { SessionOptions } from './session.ts';

/** All that plugs into a session. Where the options do not ask for it, it is null, and nothing of it is loaded. */
export const EXTRAS = {
  /** Records what changes, and takes it back. */
  history: openHistory,
  /** Spares searches of large trees most files. */
  index: openIndex,
  /** Keeps a model's notes in a tree of its own. */
  memory: openMemory,
  /** Shows object stores, or other volumes, beside directories of this machine. */
  objects: openBeside,
  /** Keeps changes apart from the files until they are committed. */
  overlay: openOverlay,
} as const;

interface RecordedSession {
  /** The trees in which the session works; they may change. */
  readonly location: { readonly volume: Pick<Volume, 'roots'>; readonly workdir: string };
  readonly options: SessionOptions;
  readonly place: JournalPlace | null;
}

/** The journal of the trees in which a session works, its memory included. */
function openHistory({ location, options, place }: RecordedSession): SessionJournal | null {
  if (place === null) return null;
  const memory = options.memoryDir === undefined ? [] : [options.memoryDir];
  return createSessionJournal({
    dryRun: options.dryRun ?? false,
    history() {
      const trees = options.volume === undefined ? location.volume.roots : (options.allow ?? []);
      const allow = [...trees, ...memory];
      return openLocalHistory({ ...directorySettings({ ...options, allow }, place), privateTrees: memory }, place);
    },
    assertWritable() {
      if (!options.readOnly) return;
      throw new ToolError({ code: 'READ_ONLY', path: location.workdir }, 'The session is read-only');
    },
  });
}

function openIndex(options: SessionOptions): Narrower | null {
  const index = searchIndexOf(options);
  return index === null ? null : createNarrower(index);
}

interface MemorySession {
  readonly volume: Volume;
  readonly options: SessionOptions;
}

/** The session of the same rules that works in a model's memory, where what is made is the user's alone. */
function openMemory(
  { memoryDir: directory, shell: _shell, volume: _volume, ...rules }: SessionOptions,
  place: JournalPlace | null,
): MemorySession | null {
  if (directory === undefined) return null;
  assertNoBroughtLink(directory, rules.allow ?? [rules.workdir]);
  ensureDirectory(directory);
  const options = { ...rules, workdir: directory, allow: [directory] };
  return { volume: openDirectories(options, { privateTrees: [directory], place }), options };
}

/**
 * The volumes, and the directories that `allow` names beside them (default: none), as one volume. It disposes of them.
 * @throws ToolError as `createSessionBeside`
 */
function openBeside(
  volumes: ReadonlyMap<string, Volume>,
  options: SessionOptions,
  place: JournalPlace | null = null,
): Volume {
  const at = new Map(volumes);
  for (const directory of options.allow ?? []) {
    const root = assertDirectory(directory);
    if (at.has(root)) throw takenByVolume(root);
    at.set(root, openDirectories({ ...options, workdir: root, allow: [root] }, { place }));
  }
  const [only] = at.values();
  return at.size === 1 && only !== undefined ? only : joinVolumes(at);
}

function takenByVolume(path: string): ToolError {
  const failure = { code: 'INVALID_ARGUMENT', problem: 'option', option: 'allow', path } as const;
  return new ToolError(failure, `Cannot use "${path}": a volume is at this path`);
}

/** The overlay that this user has over a volume; the volume is closed apart from it. */
async function openOverlay(below: Volume, { environment = {} }: Pick<SessionOptions, 'environment'>): Promise<Overlay> {
  const { overlayOver } = await import('./overlay-over.ts');
  return overlayOver(below, environment);
}
