/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface CleaningOptions {
  /** Names of variables that are kept even where others are dropped. */
  readonly keep?: readonly string[];
  /** Drops all variables that a fresh login does not set. */
  readonly onlyLogin?: boolean;
}

const SECRET_NAME = /(?:^|_)(?:TOKEN|KEY|SECRET)$|PASSWORD$/i;
const LOGIN_NAME = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR)$/;

/** The variables that a command may see: all except those whose names mark them as secret. */
export function cleanEnvironment(environment: Environment, options: CleaningOptions = {}): Record<string, string> {
  const { keep = [], onlyLogin = false } = options;
  const isShown = (name: string): boolean => !SECRET_NAME.test(name) && (!onlyLogin || LOGIN_NAME.test(name));
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (keep.includes(name) || isShown(name))) shown[name] = value;
  }
  return shown;
}
