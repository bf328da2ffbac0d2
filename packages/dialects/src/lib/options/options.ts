import { assertDirectory, ToolError } from '@dragoman/tools';
import { assertOverlayFits } from './assert-overlay-fits.ts';
import { firstWorkdir } from './first-workdir.ts';
import { TABLE } from './option-table.ts';
import { demand, type Environment, type Host, type RawOptions, readTable, type ValuesOf } from './read-table.ts';

/** What both apps take from the command line and the environment, checked and with defaults filled in. */
export interface Options extends ValuesOf<typeof TABLE> {
  /** Absolute. If none was named: the current directory, or the first allowed one if that lies elsewhere. */
  readonly workdir: string;
  /** The variables of the process that serves. */
  readonly environment: Environment;
  /** Named directories that are none, if the dialect passes these over. */
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
  const { values, spelled } = read;
  if (values.dialect !== 'filesystem') {
    const workdir = values.workdir ?? firstIn(values) ?? firstWorkdir(values.allow, here);
    return { ...values, workdir, passedOver: [], environment, spelled };
  }
  // As the server that it replaces: directories that are there count, relative paths begin in the first, and roots of
  // the client count without being asked for.
  const { allow, passedOver } = usable(values.allow ?? []);
  const workdir = values.workdir ?? allow[0] ?? here();
  const roots = spelled.roots === undefined ? 'intersect' : values.roots;
  return { ...values, allow: values.allow && allow, workdir, passedOver, roots, environment, spelled };
}

/** If only stores are named, the first of them. */
function firstIn({ allow, volumes }: ValuesOf<typeof TABLE>): string | undefined {
  return allow === null ? volumes[0]?.at : undefined;
}

/** Those of the directories that exist; all of them if none does, for the error that names them. */
function usable(allow: readonly string[]): { readonly allow: string[]; readonly passedOver: string[] } {
  const there = allow.filter(isDirectory);
  if (there.length === 0) return { allow: [...allow], passedOver: [] };
  return { allow: there, passedOver: allow.filter((path) => !there.includes(path)) };
}

function isDirectory(path: string): boolean {
  try {
    assertDirectory(path);
    return true;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return false;
  }
}
