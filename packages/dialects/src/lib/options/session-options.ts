import {
  defaultJournalDirectory,
  type JournalSettings,
  limitsOf,
  type SessionOptions,
} from '@dragoman/tools/internal/session';
import type { Options } from './options.ts';

/** The options of a session, from those of the command line and the environment. */
export function sessionOptionsOf(options: Options): SessionOptions {
  const { workdir, allow, deny, builtinDeny, readOnly, dryRun, fsync, locks, hidden, requireRead, index } = options;
  const { memoryDir, shell: mode, shellTimeoutMs: timeoutMs, environment } = options;
  const { git, shellEnv: passedVariables, shellCleanEnv: onlyLoginVariables } = options;
  return {
    workdir,
    allow: allow ?? [workdir],
    deny,
    builtinDeny,
    readOnly,
    dryRun,
    fsync,
    locks,
    hidden,
    requireRead,
    index,
    limits: limitsOf((name) => options[name]),
    environment,
    journal: options.journal ? journalSettingsOf(options) : null,
    ...(memoryDir !== null && { memoryDir }),
    shell: mode === 'off' ? null : { mode, git, timeoutMs, passedVariables, onlyLoginVariables, environment },
  };
}

function journalSettingsOf({ journalDir, journalSize, journalAge }: Options): JournalSettings {
  return { maxBytes: journalSize, maxAgeDays: journalAge, ...(journalDir !== null && { dir: journalDir }) };
}

/** The options of a session for the journal that is there, whether or not the options say that more is recorded. */
export function journalSessionOf(options: Options): SessionOptions {
  const dir = options.journalDir ?? defaultJournalDirectory(options.environment);
  return { ...sessionOptionsOf(options), shell: null, journal: { ...journalSettingsOf(options), dir, isMade: false } };
}
