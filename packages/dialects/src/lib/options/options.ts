import { delimiter, isAbsolute, resolve } from 'node:path';
import { ToolError } from '@dragoman/tools';
import type { DialectName } from '../registry.ts';
import { firstWorkdir } from './first-workdir.ts';
import { OPTIONS, type Option } from './option-table.ts';
import {
  assertChoice,
  assertText,
  expandGlob,
  expandPath,
  parseCount,
  parseSize,
  parseSwitch,
  type Raw,
} from './option-values.ts';

export type DialectChoice = 'auto' | DialectName;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** What both apps take from the command line and the environment, checked and with defaults filled in. */
export interface Options {
  readonly dialect: DialectChoice;
  /** Absolute; null if nobody named any. */
  readonly allow: readonly string[] | null;
  readonly deny: readonly string[];
  readonly builtinDeny: boolean;
  /** Absolute. Where nobody named one: the current directory, or the first allowed one if that lies elsewhere. */
  readonly workdir: string;
  /** Whether a client's roots confine directories that the user named: `auto` for no, `intersect` for yes. */
  readonly roots: 'auto' | 'intersect';
  readonly readOnly: boolean;
  readonly dryRun: boolean;
  /** Whether a write is on the disk before it is reported. */
  readonly fsync: boolean;
  /** Bytes. */
  readonly maxFileSize: number;
  /** Bytes. */
  readonly maxReplacementSize: number;
  /** Bytes; null leaves it to the dialect. */
  readonly maxResponseSize: number | null;
  /** Bytes. */
  readonly maxMessageSize: number;
  readonly maxResults: number;
  readonly hidden: boolean;
  readonly requireRead: 'auto' | 'always' | 'never';
  readonly shell: 'off' | 'unrestricted' | 'sandboxed';
  /** Milliseconds. */
  readonly shellTimeoutMs: number;
  /** Names of variables that commands see even where others are withheld. */
  readonly shellEnv: readonly string[];
  /** Whether commands see only the variables that a login sets, and `shellEnv`. */
  readonly shellCleanEnv: boolean;
  /** The variables of the process that serves. */
  readonly environment: Environment;
  readonly logLevel: LogLevel;
  /** The flag or variable that gave a value whose faults show only on use; undefined if neither did. */
  readonly spelled: Readonly<Record<'allow' | 'deny' | 'workdir', string | undefined>>;
}

/** Values as the command line gave them, by option name; a switch is an empty string. */
export type RawOptions = ReadonlyMap<string, readonly string[]>;

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_SHELL_TIMEOUT_MS = 600_000;

/**
 * Reads every option: the command line beats the environment, which beats the default.
 * @param currentDirectory called only for a relative path, since it may throw
 * @param defaults of an app, by option name, in place of the table's
 * @throws ToolError `INVALID_ARGUMENT`, with a sentence for a person in a terminal
 */
export function readOptions(
  given: RawOptions,
  environment: Environment,
  currentDirectory: () => string,
  defaults: Readonly<Record<string, string>> = {},
): Options {
  const listOf = (name: string): readonly string[] | null => given.get(name) ?? fromEnvironment(environment, name);
  /** The flag or variable by which the user set an option. */
  const spellingOf = (name: string): string | undefined => {
    if (given.has(name)) return `--${name}`;
    return fromEnvironment(environment, name) === null ? undefined : variableOf(name);
  };
  const rawOf = (name: string): Raw => ({
    spelled: spellingOf(name) ?? `--${name}`,
    text: listOf(name)?.at(-1) ?? defaults[name] ?? optionOf(name).fallback,
  });
  const textsOf = (name: string, read = assertText): readonly string[] | null =>
    listOf(name)?.map((text) => read({ ...rawOf(name), text })) ?? null;
  const choiceOf = <T extends string>(name: string): T => assertChoice(rawOf(name), optionOf(name)) as T;
  const sizeOf = (name: string): number => parseSize(rawOf(name));
  const isOn = (name: string): boolean => parseSwitch(rawOf(name));
  const placeOf = (path: string): string =>
    isAbsolute(path) ? resolve(path) : resolve(demand(currentDirectory), path);
  const allow = textsOf('allow-dir', expandPath)?.map(placeOf) ?? null;
  const workdir = textsOf('workdir', expandPath)?.at(-1);

  return {
    dialect: choiceOf('dialect'),
    allow,
    deny: textsOf('deny', expandGlob) ?? [],
    builtinDeny: !isOn('no-builtin-deny'),
    workdir: workdir === undefined ? firstWorkdir(allow, () => demand(currentDirectory)) : placeOf(workdir),
    roots: choiceOf('roots'),
    readOnly: isOn('read-only'),
    dryRun: isOn('dry-run'),
    fsync: !isOn('no-fsync'),
    maxFileSize: sizeOf('max-file-size'),
    maxReplacementSize: sizeOf('max-replacement-size'),
    maxResponseSize: listOf('max-response-size') === null ? null : sizeOf('max-response-size'),
    maxMessageSize: sizeOf('max-message-size'),
    maxResults: parseCount(rawOf('max-results'), Number.MAX_SAFE_INTEGER),
    hidden: isOn('hidden'),
    requireRead: choiceOf('require-read'),
    shell: choiceOf('shell'),
    shellTimeoutMs: parseCount(rawOf('shell-timeout'), MAX_SHELL_TIMEOUT_MS),
    shellEnv: textsOf('shell-env') ?? [],
    shellCleanEnv: isOn('shell-clean-env'),
    environment,
    logLevel: choiceOf('log-level'),
    spelled: { allow: spellingOf('allow-dir'), deny: spellingOf('deny'), workdir: spellingOf('workdir') },
  };
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

function optionOf(name: string): Option {
  const option = OPTIONS.find((candidate) => candidate.name === name);
  if (option === undefined) throw new Error(`No option "${name}" in the table`);
  return option;
}

/** An empty variable counts as none. */
function fromEnvironment(environment: Environment, name: string): readonly string[] | null {
  const value = environment[variableOf(name)];
  if (value === undefined || value === '') return null;
  return optionOf(name).repeatable ? value.split(delimiter).filter((part) => part !== '') : [value];
}

/** `--max-file-size` is also `DRAGOMAN_MAX_FILE_SIZE`. */
function variableOf(name: string): string {
  return `DRAGOMAN_${name.replaceAll('-', '_').toUpperCase()}`;
}
