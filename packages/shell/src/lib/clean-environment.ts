/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface CleaningOptions {
  /** Names of variables that are kept even if others are dropped. */
  readonly keep?: readonly string[];
  /** Drops all variables that a fresh login does not set. */
  readonly onlyLogin?: boolean;
  /** Names differ in case only, and come out in upper case. Default: on Windows. */
  readonly foldsCase?: boolean;
}

const SECRET_NAME = /(?:^|_)(?:TOKEN|KEY|SECRET)$|PASSWORD$/i;
const LOGIN_NAME = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR)$/;

// What Windows and its programs expect to find.
const LOGIN_NAME_OF_WINDOWS =
  /^(?:USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAM(?:FILES|W6432|DATA)|PROGRAMFILES\(X86\)|SYSTEMDRIVE|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|TEMP|TMP|OS|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/;

/** The variables that a command may see: all except those whose names mark them as secret. */
export function cleanEnvironment(environment: Environment, options: CleaningOptions = {}): Record<string, string> {
  const { keep = [], onlyLogin = false, foldsCase = process.platform === 'win32' } = options;
  const isOfLogin = (name: string): boolean => LOGIN_NAME.test(name) || (foldsCase && LOGIN_NAME_OF_WINDOWS.test(name));
  const folded = (name: string): string => (foldsCase ? name.toUpperCase() : name);
  const kept = keep.map(folded);
  const isShown = (name: string): boolean => !SECRET_NAME.test(name) && (!onlyLogin || isOfLogin(name));
  const shown: Record<string, string> = {};
  for (const [given, value] of Object.entries(environment)) {
    const name = folded(given);
    if (value !== undefined && (kept.includes(name) || isShown(name))) shown[name] = value;
  }
  return shown;
}
