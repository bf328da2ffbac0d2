import { contains, resolvedAsFarAs, ToolError } from '@dragoman/fs-core/internal/kernel';
import { emptyJournal, findJournal, type JournalPlace, placeJournal } from '@dragoman/history/internal/history';
import { stateDirectory } from '../state-directory.ts';

/** Settings of a session's journal. */
export interface JournalSettings {
  /** Absolute path. Default: `dragoman/journal` where the user's programs keep their state. */
  readonly dir?: string;
  /** Bytes of old and new contents. Default 500 MB. */
  readonly maxBytes?: number;
  /** Older operations go. Default 30. */
  readonly maxAgeDays?: number;
  /** False for a session that only looks at the journal: where there is none, none is made. Default true. */
  readonly isMade?: boolean;
}

/** The options of a session that its journal depends on. */
interface RecordingOptions {
  readonly journal?: JournalSettings | null;
  readonly workdir: string;
  readonly allow?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const DEFAULTS = { maxBytes: 500 * 1024 * 1024, maxAgeDays: 30 };

/**
 * Makes the journal of a session ready; null if it has none.
 * @throws ToolError as `placeJournal`; `INVALID_ARGUMENT` if nobody named it, and it lies in a tree of the session
 */
export function journalOf({
  journal,
  workdir,
  allow = [workdir],
  environment = {},
}: RecordingOptions): JournalPlace | null {
  if (!journal) return null;
  const { maxBytes = DEFAULTS.maxBytes, maxAgeDays = DEFAULTS.maxAgeDays } = journal;
  const directory = journal.dir ?? defaultJournalDirectory(environment);
  if (journal.dir === undefined && allow.some((root) => contains(resolvedAsFarAs(root), resolvedAsFarAs(directory)))) {
    const message = `The journal would lie in an allowed directory, in "${directory}"; name its directory if that is meant`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: 'journal.dir' }, message);
  }
  const options = { directory, maxBytes, maxAgeDays, trees: allow };
  return journal.isMade === false ? (findJournal(options) ?? emptyJournal(options)) : placeJournal(options);
}

/** The journal of a session that is there already; null if none is, or the session has none. @throws ToolError as `findJournal` */
export function findJournalOf({
  journal,
  workdir,
  allow = [workdir],
  environment = {},
}: RecordingOptions): JournalPlace | null {
  if (!journal) return null;
  const { dir = defaultJournalDirectory(environment), maxBytes, maxAgeDays } = { ...DEFAULTS, ...journal };
  return findJournal({ directory: dir, maxBytes, maxAgeDays, trees: allow });
}

/** The directory of a journal that nobody gave a place. */
export function defaultJournalDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  return stateDirectory(environment, 'journal');
}
