import { assertDirectory, contains, ToolError } from '@dragoman/fs-core/internal/kernel';
import { TABLE } from './option-table.ts';
import { presentDirectories } from './present-directories.ts';
import {
  demand,
  type Environment,
  type Host,
  type RawOptions,
  type ReadOptions,
  readTable,
  type ValuesOf,
} from './read-table.ts';

/** Options that both apps take from the command line and the environment, checked and with defaults filled in. */
export interface Options extends ValuesOf<typeof TABLE> {
  /** Absolute. If none was named: the current directory, or the first allowed one if that lies elsewhere. */
  readonly workdir: string;
  /** The variables of the process that serves. */
  readonly environment: Environment;
  /** Named directories that are missing beside others. */
  readonly passedOver: readonly string[];
  /** The flag or variable that gave a value; undefined if neither did. */
  readonly spelled: Readonly<Partial<Record<keyof typeof TABLE, string>>>;
}

/**
 * Reads every option: the command line beats the environment, which beats the default.
 * @param defaults of an app, by option name, in place of the table's
 * @throws ToolError `INVALID_ARGUMENT`, with a sentence for a person in a terminal
 */
export function readOptions(
  given: RawOptions,
  { environment, currentDirectory }: Host,
  defaults: Readonly<Record<string, string>> = {},
): Options {
  const here = (): string => demand(currentDirectory);
  const read = readTable(TABLE, given, { environment, currentDirectory, defaults });
  assertOverlayFits(read);
  const { spelled } = read;
  const values = { ...read.values, ...presentDirectories(read.values.allow, spelled.allow), environment, spelled };
  const { allow } = values;
  if (values.dialect !== 'filesystem') {
    // If only stores are named, the first of them.
    const firstStore = allow === null ? values.volumes[0]?.at : undefined;
    return { ...values, workdir: values.workdir ?? firstStore ?? firstWorkdir(allow, here) };
  }
  // As the server that it replaces: relative paths begin in the first directory, and roots of the client count without
  // being asked for.
  const workdir = values.workdir ?? allow?.[0] ?? here();
  return { ...values, workdir, roots: spelled.roots === undefined ? 'intersect' : values.roots };
}

/**
 * The directory in which a session starts whose user named none: in the current directory, if that lies in an allowed
 * one or none is named; else in the first allowed directory, since clients start servers anywhere.
 * @param currentDirectory may throw, as it does if the directory is gone
 */
function firstWorkdir(allow: readonly string[] | null, currentDirectory: () => string): string {
  const [first] = allow ?? [];
  if (allow === null || first === undefined) return currentDirectory();
  try {
    const current = currentDirectory();
    const here = assertDirectory(current);
    return allow.some((directory) => contains(assertDirectory(directory), here)) ? current : first;
  } catch {
    // An allowed directory that cannot be used is reported when the session opens it.
    return first;
  }
}

/** Refuses what an overlay cannot stand beside. @throws ToolError `INVALID_ARGUMENT` */
function assertOverlayFits({ values, spelled }: ReadOptions<typeof TABLE>): void {
  if (!values.overlay) return;
  const { shell, journal, roots } = values;
  const own = spelled.overlay ?? '--overlay';
  const refuse = (other: string, reason: string): never => {
    const sentence = `${own} cannot stand beside ${other}: ${reason}. Leave one of the two out`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: own }, sentence);
  };
  if (shell !== 'off')
    refuse(
      `${spelled.shell ?? '--shell'} ${shell}`,
      'a command does not see what the overlay has changed, and changes the trees themselves',
    );
  if (journal)
    refuse(
      spelled.journal ?? '--journal',
      'a journal records what changes in the trees, and an overlay leaves them as they are',
    );
  if (roots === 'intersect')
    refuse(
      `${spelled.roots ?? '--roots'} ${roots}`,
      'an overlay belongs to the trees that the options name, whatever the roots of a client',
    );
}
