/** A patch that a command line gives to `apply_patch`. */
export interface PatchInCommand {
  readonly patch: string;
  /** The directory that the command line changes to first; empty if it stays. */
  readonly directory: string;
}

const COMMAND =
  /^\s*(?:cd\s+(?:'([^'\n]+)'|"([^"\n]+)"|([^\s'"&;|]+))\s*&&\s*)?(?:apply_patch|applypatch)\s*<<\s*(['"]?)(\w+)\4[ \t]*\r?\n([\s\S]*)$/;

/** The patch of a command line that only applies one from a heredoc; null for any other command line. */
export function patchInCommand(command: string): PatchInCommand | null {
  const [, single, double, plain, , word, rest = ''] = COMMAND.exec(command) ?? [];
  if (word === undefined) return null;
  const lines = rest.trimEnd().split(/\r?\n/);
  if (lines.indexOf(word) !== lines.length - 1) return null;
  return { patch: lines.slice(0, -1).join('\n'), directory: single ?? double ?? plain ?? '' };
}
