import {
  type FileChange,
  type LocalVolumeOptions,
  openLocalVolume,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { openLocalTrees } from '@dragoman/fs-core/internal/recorder';
import type { TemporaryTree } from '@dragoman/testing';
import { type History, openHistory } from '../src/lib/history.ts';
import type { JournalContext } from '../src/lib/journal-context.ts';
import { type JournalPlace, placeJournal } from '../src/lib/journal-place.ts';
import { journalRecorder } from '../src/lib/journal-recorder.ts';
import type { ListedOperation } from '../src/lib/operation-list.ts';

/** A tree whose changes by calls of a tool in its directory `work` are recorded in `journal` beside it. */
export interface Recording {
  readonly place: JournalPlace;
  readonly volume: Volume;
  readonly history: History;
  readonly journal: JournalContext;
  /** Logged warnings. */
  readonly warnings: string[];
  /** Makes changes as one call of a tool. */
  change(...changes: FileChange[]): Promise<void>;
  write(name: string, content: string): Promise<void>;
  /** Recorded operations, the newest first. */
  operations(): Promise<ListedOperation[]>;
}

export function recordingIn(tree: TemporaryTree, more: Partial<LocalVolumeOptions> = {}): Recording {
  const place = placeJournal({ directory: tree.path('journal'), maxBytes: 10_000_000, maxAgeDays: 30 });
  const warnings: string[] = [];
  const log: LocalVolumeOptions['log'] = (_, message) => void warnings.push(message);
  const options = { allow: [tree.path('work')], builtinDeny: false, recorder: journalRecorder(place), log, ...more };
  const volume = openLocalVolume(options);
  const trees = openLocalTrees(options);
  const history = openHistory(trees, place);
  const journal = { trees, place };
  const by = { session: 's', dialect: 'd', tool: 't', client: 'c' };
  const change = async (...changes: FileChange[]): Promise<void> => void (await volume.transact(changes, { by }));
  return {
    ...{ place, volume, history, journal, warnings, change },
    write: (name, content) => change({ kind: 'write', path: tree.path('work', name), change: contentOf(content) }),
    operations: async () => [...(await history.list()).all],
  };
}

/** Content for a change of kind `write`. */
export function contentOf(text: string) {
  return () => [Buffer.from(text)];
}
