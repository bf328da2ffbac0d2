import { delimiter } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { Setting } from './option-kinds.ts';
import type { Option } from './option-table.ts';

/** Values as the command line gave them, by option name; a switch is an empty string. */
export type RawOptions = ReadonlyMap<string, readonly string[]>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process that takes the options. */
export interface Host {
  readonly environment: Environment;
  /** Called only for a relative path, since it may throw. */
  readonly currentDirectory: () => string;
}

/** Options by the field that holds what was read. */
export type OptionTable = Readonly<Record<string, Option>>;

export type ValuesOf<Table extends OptionTable> = { readonly [Field in keyof Table]: ReturnType<Table[Field]['read']> };

export interface ReadOptions<Table extends OptionTable> {
  readonly values: ValuesOf<Table>;
  /** The flag or variable that gave a value; undefined if neither did. */
  readonly spelled: Readonly<Partial<Record<keyof Table, string>>>;
}

/**
 * Reads every option of a table: the command line beats the environment, which beats the default.
 * @param defaults by option name, in place of the table's
 * @throws ToolError `INVALID_ARGUMENT`, with a sentence for a person in a terminal
 */
export function readTable<Table extends OptionTable>(
  table: Table,
  given: RawOptions,
  { environment, currentDirectory, defaults = {} }: Host & { readonly defaults?: Readonly<Record<string, string>> },
): ReadOptions<Table> {
  const here = (): string => demand(currentDirectory);
  const read = Object.entries(table).map(([field, option]) => {
    const fallback = defaults[option.name] ?? option.fallback;
    const setting = { fallback, currentDirectory: here, ...sourceOf(option, given, environment) };
    return { field, value: option.read(setting), spelled: setting.texts === null ? undefined : setting.spelled };
  });
  // `fromEntries` forgets which value stands in which field.
  const values = Object.fromEntries(read.map(({ field, value }) => [field, value])) as ValuesOf<Table>;
  const spelled = Object.fromEntries(
    read.map(({ field, spelled: by }) => [field, by]),
  ) as ReadOptions<Table>['spelled'];
  return { values, spelled };
}

/** The source that set an option, and its texts. */
function sourceOf(
  { name, repeatable, separator = delimiter }: Option,
  given: RawOptions,
  environment: Environment,
): Pick<Setting, 'spelled' | 'texts'> {
  const flag = { spelled: `--${name}`, texts: given.get(name) ?? null };
  const variable = variableOf(name);
  const value = environment[variable];
  // An empty variable counts as none.
  if (flag.texts !== null || value === undefined || value === '') return flag;
  return { spelled: variable, texts: repeatable ? value.split(separator).filter((part) => part !== '') : [value] };
}

/** The variable of an option: `--max-file-size` is also `DRAGOMAN_MAX_FILE_SIZE`. */
export function variableOf(name: string): string {
  return `DRAGOMAN_${name.replaceAll('-', '_').toUpperCase()}`;
}

/** The current directory, which may be gone: a process can outlive it. */
export function demand(currentDirectory: () => string): string {
  try {
    return currentDirectory();
  } catch (cause) {
    const sentence = 'The current directory is gone; name another by its whole path, with --workdir';
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: '--workdir' }, sentence, { cause });
  }
}
