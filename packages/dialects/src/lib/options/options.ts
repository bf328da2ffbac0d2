import { delimiter } from 'node:path';
import { assertDirectory, ToolError } from '@dragoman/tools';
import { firstWorkdir } from './first-workdir.ts';
import type { Setting } from './option-kinds.ts';
import { type Option, TABLE } from './option-table.ts';

type Field = keyof typeof TABLE;
type Values = { readonly [Name in Field]: ReturnType<(typeof TABLE)[Name]['read']> };

/** What both apps take from the command line and the environment, checked and with defaults filled in. */
export interface Options extends Values {
  /** Absolute. If none was named: the current directory, or the first allowed one if that lies elsewhere. */
  readonly workdir: string;
  /** The variables of the process that serves. */
  readonly environment: Environment;
  /** Named directories that are none, if the dialect passes these over. */
  readonly passedOver: readonly string[];
  /** The flag or variable that gave a value; undefined if neither did. */
  readonly spelled: Readonly<Partial<Record<Field, string>>>;
}

/** Values as the command line gave them, by option name; a switch is an empty string. */
export type RawOptions = ReadonlyMap<string, readonly string[]>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The process that takes the options. */
export interface Host {
  readonly environment: Environment;
  /** Called only for a relative path, since it may throw. */
  readonly currentDirectory: () => string;
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
  const read = Object.entries(TABLE).map(([field, option]) => {
    const fallback = defaults[option.name] ?? option.fallback;
    const setting = { fallback, currentDirectory: here, ...sourceOf(option, given, environment) };
    return { field, value: option.read(setting), spelled: setting.texts === null ? undefined : setting.spelled };
  });
  // `fromEntries` forgets which value stands in which field.
  const values = Object.fromEntries(read.map(({ field, value }) => [field, value])) as Values;
  const spelled = Object.fromEntries(read.map(({ field, spelled: by }) => [field, by]));
  if (values.dialect !== 'filesystem') {
    const workdir = values.workdir ?? firstWorkdir(values.allow, here);
    return { ...values, workdir, passedOver: [], environment, spelled };
  }
  // As the server that it replaces: directories that are there count, relative paths begin in the first, and roots of
  // the client count without being asked for.
  const { allow, passedOver } = usable(values.allow ?? []);
  const workdir = values.workdir ?? allow[0] ?? here();
  const roots = spelled.roots === undefined ? 'intersect' : values.roots;
  return { ...values, allow: values.allow && allow, workdir, passedOver, roots, environment, spelled };
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

/** What set an option, and to which texts. */
function sourceOf(
  { name, repeatable }: Option,
  given: RawOptions,
  environment: Environment,
): Pick<Setting, 'spelled' | 'texts'> {
  const flag = { spelled: `--${name}`, texts: given.get(name) ?? null };
  // `--max-file-size` is also `DRAGOMAN_MAX_FILE_SIZE`.
  const variable = `DRAGOMAN_${name.replaceAll('-', '_').toUpperCase()}`;
  const value = environment[variable];
  // An empty variable counts as none.
  if (flag.texts !== null || value === undefined || value === '') return flag;
  return { spelled: variable, texts: repeatable ? value.split(delimiter).filter((part) => part !== '') : [value] };
}

/** The current directory, which may be gone: a process can outlive it. */
function demand(currentDirectory: () => string): string {
  try {
    return currentDirectory();
  } catch (cause) {
    const sentence = 'The current directory is gone; name another by its whole path, with --workdir';
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: '--workdir' }, sentence, { cause });
  }
}
