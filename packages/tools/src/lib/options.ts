import { delimiter, isAbsolute, resolve } from 'node:path';
import { ToolError } from '@dragoman/fs-core';

export type DialectChoice = 'auto' | 'editor' | 'claude-code' | 'gemini' | 'budgeted';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** What both apps take from the command line and the environment, checked and with defaults filled in. */
export interface Options {
  readonly dialect: DialectChoice;
  /** Absolute; null where nobody named any. */
  readonly allow: readonly string[] | null;
  readonly deny: readonly string[];
  readonly builtinDeny: boolean;
  /** Absolute. */
  readonly workdir: string;
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
  /** The flag or variable that gave a value whose faults show only on use; undefined where neither did. */
  readonly spelled: Readonly<Record<'allow' | 'deny' | 'workdir', string | undefined>>;
}

/** One option as help pages show it. */
export interface Option {
  readonly name: string;
  /** Name of its value in help; null for a switch. */
  readonly value: string | null;
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  readonly fallback: string;
  readonly description: string;
}

/** All options of both apps, in the order of their help pages. */
export const OPTIONS: readonly Option[] = [
  {
    name: 'dialect',
    value: 'name',
    choices: ['auto', 'editor', 'claude-code', 'gemini', 'budgeted'],
    fallback: 'auto',
    description: 'The tool set to speak; auto picks it from the client',
  },
  {
    name: 'allow-dir',
    value: 'dir',
    repeatable: true,
    fallback: '',
    description: 'A tree that file tools may touch (default: the working directory)',
  },
  {
    name: 'deny',
    value: 'glob',
    repeatable: true,
    fallback: '',
    description: 'What no tool may read, write, list or search; always beats --allow-dir',
  },
  { name: 'no-builtin-deny', value: null, fallback: 'false', description: 'Drop the built-in deny list' },
  {
    name: 'workdir',
    value: 'dir',
    fallback: '',
    description: 'Where relative paths start (default: the current directory)',
  },
  { name: 'read-only', value: null, fallback: 'false', description: 'List no tool that can change a file' },
  { name: 'dry-run', value: null, fallback: 'false', description: 'Report what a write would do and change nothing' },
  { name: 'no-fsync', value: null, fallback: 'false', description: 'Report a write before the disk has it: faster' },
  {
    name: 'max-file-size',
    value: 'size',
    fallback: '10MB',
    description: 'The largest file to read or content to write',
  },
  {
    name: 'max-replacement-size',
    value: 'size',
    fallback: '256KB',
    description: 'The largest replacement of one write_code call',
  },
  {
    name: 'max-response-size',
    value: 'size',
    fallback: '',
    description: 'The largest text of one result (default: 1MB; 100KB in claude-code)',
  },
  {
    name: 'max-message-size',
    value: 'size',
    fallback: '32MB',
    description: 'The largest message read from the client',
  },
  { name: 'max-results', value: 'n', fallback: '1000', description: 'The most paths that a glob returns' },
  { name: 'hidden', value: null, fallback: 'false', description: 'Let Glob of claude-code list hidden files too' },
  {
    name: 'require-read',
    value: 'mode',
    choices: ['auto', 'always', 'never'],
    fallback: 'auto',
    description: 'Whether a file must be read before it is overwritten or edited',
  },
  {
    name: 'shell',
    value: 'mode',
    choices: ['off', 'unrestricted', 'sandboxed'],
    fallback: 'off',
    description: 'Whether commands can be run, and how far they reach',
  },
  {
    name: 'shell-timeout',
    value: 'ms',
    fallback: '120000',
    description: 'Default time limit of a command, 600000 at most',
  },
  {
    name: 'shell-env',
    value: 'name',
    repeatable: true,
    fallback: '',
    description: 'A variable that commands see though its name says it is secret (such as NPM_TOKEN)',
  },
  {
    name: 'shell-clean-env',
    value: null,
    fallback: 'false',
    description: 'Show commands what a login has set (PATH, HOME, LANG ...) and --shell-env, nothing else',
  },
  {
    name: 'log-level',
    value: 'level',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
    description: 'What is logged to stderr',
  },
];

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
  /** The flag or variable by which the user set an option, for messages. */
  const spellingOf = (name: string): string | undefined => {
    if (given.has(name)) return `--${name}`;
    return fromEnvironment(environment, name) === null ? undefined : variableOf(name);
  };
  const rawOf = (name: string): Raw => ({
    spelled: spellingOf(name) ?? `--${name}`,
    text: listOf(name)?.at(-1) ?? defaults[name] ?? optionOf(name).fallback,
  });
  const textsOf = (name: string): readonly string[] | null =>
    listOf(name)?.map((text) => demandText({ ...rawOf(name), text })) ?? null;
  const choiceOf = <T extends string>(name: string): T => demandChoice(rawOf(name), optionOf(name)) as T;
  const sizeOf = (name: string): number => parseSize(rawOf(name));
  const isOn = (name: string): boolean => parseSwitch(rawOf(name));
  const placeOf = (path: string): string =>
    isAbsolute(path) ? resolve(path) : resolve(demand(currentDirectory), path);

  return {
    dialect: choiceOf('dialect'),
    allow: textsOf('allow-dir')?.map(placeOf) ?? null,
    deny: textsOf('deny') ?? [],
    builtinDeny: !isOn('no-builtin-deny'),
    workdir: placeOf(textsOf('workdir')?.at(-1) ?? ''),
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

/** The text an option was set to, and the flag or variable that set it. */
interface Raw {
  readonly spelled: string;
  readonly text: string;
}

/** The current directory, which may be gone: a process can outlive it. */
function demand(currentDirectory: () => string): string {
  try {
    return currentDirectory();
  } catch (cause) {
    const sentence = 'The current directory is gone; name another by its whole path, with --workdir';
    throw new ToolError('INVALID_ARGUMENT', sentence, {}, { cause });
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

function demandChoice(raw: Raw, { choices = [] }: Option): string {
  if (choices.includes(raw.text)) return raw.text;
  throw invalid(raw, `one of ${choices.join(', ')}`);
}

function demandText(raw: Raw): string {
  if (raw.text !== '') return raw.text;
  throw invalid(raw, 'not empty');
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

function parseSize(raw: Raw): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([kmg]?b?)$/i.exec(raw.text) ?? [];
  const factor = UNITS[unit?.toLowerCase() ?? '?'];
  const size = factor === undefined ? Number.NaN : Math.floor(Number(digits) * factor);
  if (Number.isSafeInteger(size) && size > 0) return size;
  throw invalid(raw, 'a size such as 500000, 256KB, 10MB or 1GB');
}

function parseCount(raw: Raw, max: number): number {
  const count = /^\d+$/.test(raw.text) ? Number(raw.text) : Number.NaN;
  if (count >= 1 && count <= max) return count;
  throw invalid(raw, max === Number.MAX_SAFE_INTEGER ? 'a whole number from 1 up' : `a whole number from 1 to ${max}`);
}

function parseSwitch(raw: Raw): boolean {
  if (['', '1', 'true', 'yes', 'on'].includes(raw.text.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(raw.text.toLowerCase())) return false;
  throw invalid(raw, 'true or false');
}

function invalid({ spelled, text }: Raw, expected: string): ToolError {
  return new ToolError('INVALID_ARGUMENT', `${spelled} must be ${expected}, not "${text}"`, { option: spelled, text });
}
