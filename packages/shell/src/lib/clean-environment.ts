/** Names of variables and what they hold, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface CleaningOptions {
  /** Names that are shown whatever else is dropped. */
  readonly keep?: readonly string[];
  /** Drop all that a fresh login would not have set. */
  readonly onlyLogin?: boolean;
}

const secret = /(?:^|_)(?:TOKEN|KEY|SECRET)$|PASSWORD$/i;
const login = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR)$/;

/** The variables that a command may see: all but those whose names say that they are secret. */
export function cleanEnvironment(environment: Environment, options: CleaningOptions = {}): Record<string, string> {
  const { keep = [], onlyLogin = false } = options;
  const isShown = (name: string): boolean => !secret.test(name) && (!onlyLogin || login.test(name));
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (keep.includes(name) || isShown(name))) shown[name] = value;
  }
  return shown;
}
