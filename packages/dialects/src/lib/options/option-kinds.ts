import { namedDirectory } from './named-directory.ts';
import {
  absolutePath,
  assertChoice,
  assertRegion,
  assertText,
  assertUrl,
  expandGlob,
  parseCount,
  parseSize,
  parseSwitch,
  type Raw,
} from './option-values.ts';
import { type NamedVolume, parseVolume, VOLUME_SEPARATOR } from './volume-value.ts';

/** Values of an option, and how they are read. */
export interface Kind<Value> {
  /** Name of its value in help; null for a switch. */
  readonly value: string | null;
  readonly repeatable?: true;
  /** Stands between the values in a variable. Default: what stands between paths. */
  readonly separator?: string | RegExp;
  readonly choices?: readonly string[];
  /** The text that is read if none was given; empty if there is none. */
  readonly fallback: string;
  /** @throws ToolError `INVALID_ARGUMENT`, with a sentence for a person in a terminal */
  readonly read: (setting: Setting) => Value;
}

/** Texts that an option was set to. */
export interface Setting extends Omit<Raw, 'text'> {
  /** Texts in the order in which they were given; null if none was given. */
  readonly texts: readonly string[] | null;
  readonly fallback: string;
}

// No picture format knows longer sides.
const MOST_PIXELS = 2 ** 31 - 1;

type ReadValue<Value> = (raw: Raw) => Value;

export const SWITCH = single(null, 'false', parseSwitch);

/** A switch that turns off what its field says. */
export const SWITCH_OFF = single(null, 'false', (raw) => !parseSwitch(raw));

/** Null if none was given, as of the next. */
export const DIRECTORY = optional('dir', absolutePath);
export const NAMED_DIRECTORY = optional('dir', namedDirectory);
export const FILE = optional('file', absolutePath);
export const OPTIONAL_SIZE = optional('size', parseSize);
export const OPTIONAL_PIXELS = optional('px', (raw) => parseCount(raw, MOST_PIXELS));
export const OPTIONAL_REGION = optional('name', assertRegion);
export const OPTIONAL_URL = optional('url', assertUrl);

/** A word that is no path, or a directory. */
export function wordOrDirectory<const Word extends string>(
  fallback: NoInfer<Word>,
  words: readonly Word[],
): Kind<Word | (string & {})> {
  const read = (raw: Raw) => words.find((word) => word === raw.text) ?? absolutePath(raw);
  return single('mode', fallback, read);
}

/** Null if none was named. */
export const DIRECTORIES: Kind<readonly string[] | null> = {
  value: 'dir',
  repeatable: true,
  fallback: '',
  read: (setting) => all(setting, namedDirectory),
};

export const GLOBS = list('glob', expandGlob);
export const NAMES = list('name', assertText);

export const VOLUMES: Kind<readonly NamedVolume[]> = {
  ...list('path=s3://bucket/prefix', parseVolume),
  separator: VOLUME_SEPARATOR,
};

export function size(fallback: string): Kind<number> {
  return single('size', fallback, parseSize);
}

/** A whole number from 1 to `max`. */
export function count(value: string, fallback: string, max = Number.MAX_SAFE_INTEGER): Kind<number> {
  return single(value, fallback, (raw) => parseCount(raw, max));
}

// Without `const`, the field of the table would be a string.
export function choice<const Choice extends string>(
  value: string,
  fallback: NoInfer<Choice>,
  choices: readonly Choice[],
): Kind<Choice> {
  return { ...single(value, fallback, (raw) => assertChoice(raw, choices)), choices };
}

/** Null if none was given. */
export function optional<Value>(value: string, read: ReadValue<Value>): Kind<Value | null> {
  return {
    value,
    fallback: '',
    read: (setting) => (setting.texts === null && setting.fallback === '' ? null : read(last(setting))),
  };
}

/** An option with one value: of several texts, the last counts. */
export function single<Value>(value: string | null, fallback: string, read: ReadValue<Value>): Kind<Value> {
  return { value, fallback, read: (setting) => read(last(setting)) };
}

export function list<Value>(value: string, read: ReadValue<Value>): Kind<readonly Value[]> {
  return { value, repeatable: true, fallback: '', read: (setting) => all(setting, read) ?? [] };
}

function last(setting: Setting): Raw {
  return { ...setting, text: setting.texts?.at(-1) ?? setting.fallback };
}

function all<Value>(setting: Setting, read: ReadValue<Value>): readonly Value[] | null {
  return setting.texts?.map((text) => read({ ...setting, text })) ?? null;
}
