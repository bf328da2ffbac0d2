import { isAbsolute } from 'node:path';
import { ToolError, type Volume } from '@dragoman/fs-core';
import type { JournalSettings } from './journal/journal-settings.ts';
import { type Limits, mapLimits } from './limits.ts';
import type { SessionOptions } from './session.ts';
import type { ShellSettings } from './session-shell.ts';
import { suggestion } from './suggestion.ts';

/** A test of a value, and the words that follow "must be" if it fails. */
type Rule = readonly [accepts: (value: unknown) => boolean, words: string];
type Rules<Of> = { readonly [Name in keyof Required<Of>]: Rule };

const SWITCH: Rule = [(value) => typeof value === 'boolean', 'true or false'];
const VARIABLES: Rule = [isObject, 'an object of variables'];
const TEXTS: Rule = [listOf((value) => typeof value === 'string'), 'a list of strings'];
const BOUND: Rule = [isBound, 'a number from 1 up'];

const SESSION_RULES: Rules<SessionOptions> = {
  workdir: [isAbsolutePath, 'an absolute path'],
  volume: [isObject, 'a volume'],
  allow: [listOf(isAbsolutePath), 'a list of absolute paths'],
  deny: TEXTS,
  builtinDeny: SWITCH,
  readOnly: SWITCH,
  dryRun: SWITCH,
  fsync: SWITCH,
  locks: oneOf('auto', 'user', 'shared'),
  hidden: SWITCH,
  requireRead: oneOf('auto', 'always', 'never'),
  limits: [isObject, 'an object'],
  environment: VARIABLES,
  journal: [(value) => value === null || isObject(value), 'an object or null'],
  memoryDir: [isAbsolutePath, 'an absolute path'],
  shell: [(value) => value === null || isObject(value), 'an object or null'],
  index: [(value) => value === 'auto' || value === 'off' || isAbsolutePath(value), 'auto, off or an absolute path'],
  log: [(value) => typeof value === 'function', 'a function'],
};

const JOURNAL_RULES: Rules<JournalSettings> = {
  dir: [isAbsolutePath, 'an absolute path'],
  maxBytes: BOUND,
  maxAgeDays: BOUND,
  isMade: SWITCH,
};

const BOUND_OR_NULL: Rule = [(value) => value === null || isBound(value), 'a number from 1 up, or null'];
const LIMIT_RULES: Rules<Limits> = mapLimits((_, { fallback }) => (fallback === null ? BOUND_OR_NULL : BOUND));

const SHELL_RULES: Rules<ShellSettings> = {
  mode: oneOf('unrestricted', 'sandboxed'),
  git: oneOf('read', 'write'),
  timeoutMs: BOUND,
  environment: VARIABLES,
  passedVariables: TEXTS,
  onlyLoginVariables: SWITCH,
};

/**
 * Refuses options of a wrong type: a program in plain JavaScript passes no compiler, and a rule of an unexpected
 * type would silently not hold.
 * @throws ToolError `INVALID_ARGUMENT` (details: `option`)
 */
export function assertSessionOptions(options: SessionOptions): void {
  demand(isObject(options), 'Session options', 'an object');
  assertAll(SESSION_RULES, options, { prefix: '', required: ['workdir'] });
  assertAll(LIMIT_RULES, options.limits ?? {}, { prefix: 'limits.', required: [] });
  assertAll(JOURNAL_RULES, options.journal ?? {}, { prefix: 'journal.', required: [] });
  const required = ['mode', 'timeoutMs', 'environment'] as const;
  if (options.shell) assertAll(SHELL_RULES, options.shell, { prefix: 'shell.', required });
  if (options.volume) assertFitsVolume(options, options.volume);
}

const OF_THIS_MACHINE = ['allow', 'deny', 'builtinDeny', 'fsync', 'locks'] as const;

function assertFitsVolume(options: SessionOptions, { traits }: Volume): void {
  const misplaced = OF_THIS_MACHINE.find((name) => options[name] !== undefined);
  if (misplaced) throw faultyOption(misplaced, 'is for directories of this machine: the volume has rules of its own');
  if (options.journal) throw faultyOption('journal', 'must be null: what changes in the volume is not recorded');
  if (options.shell && !traits.commands)
    throw faultyOption('shell', 'must be null: no program sees the files of the volume');
}

function assertAll<Of extends object>(
  rules: Rules<Of>,
  given: Partial<Of>,
  { prefix, required }: { readonly prefix: string; readonly required: readonly (keyof Of)[] },
): void {
  const known = Object.keys(rules) as (keyof Of & string)[];
  for (const name of known) {
    const [accepts, words] = rules[name];
    const isLeftOut = given[name] === undefined;
    if (isLeftOut && required.includes(name)) throw faultyOption(prefix + name, `is missing: it must be ${words}`);
    demand(isLeftOut || accepts(given[name]), prefix + name, words);
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(rules, name)) throw faultyOption(prefix + name, `is no option${suggestion(name, known)}`);
  }
}

function demand(isFit: boolean, option: string, words: string): void {
  if (!isFit) throw faultyOption(option, `must be ${words}`);
}

/** The error for an option of a program. @param fault follows its name */
export function faultyOption(option: string, fault: string): ToolError {
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option }, `${option} ${fault}`);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbsolutePath(value: unknown): boolean {
  return typeof value === 'string' && isAbsolute(value);
}

function isBound(value: unknown): boolean {
  return typeof value === 'number' && value >= 1;
}

function listOf(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(accepts);
}

function oneOf(...choices: readonly string[]): Rule {
  return [(value) => choices.some((choice) => choice === value), `one of ${choices.join(', ')}`];
}
