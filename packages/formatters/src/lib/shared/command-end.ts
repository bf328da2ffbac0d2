/** The numbers of signals that end processes, where Linux and macOS agree. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

/** The number of a signal; 0 if it is not known. */
export function signalNumber(signal: string): number {
  return SIGNALS[signal] ?? 0;
}

/** The exit code that shells give to a command that a signal ended. */
export function signalCode(signal: string): number {
  return 128 + signalNumber(signal);
}

/** Exit code of a command as shells report it: `3`, or `137 (killed by SIGKILL)`. */
export function exitCodeText({ exitCode, signal }: { exitCode: number | null; signal: string | null }): string {
  if (exitCode !== null) return String(exitCode);
  if (signal === null) return 'unknown';
  return `${signalCode(signal)} (killed by ${signal})`;
}
