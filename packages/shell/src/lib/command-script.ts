import { Buffer, isUtf8 } from 'node:buffer';
import { MARKING_SCRIPT } from './command-mark.ts';
import { windowsDirectory } from './windows.ts';

/** The kind of shell that runs commands. */
export type ShellKind = 'bash' | 'sh' | 'bash-on-windows';

/**
 * Name of the variable that names, on Windows, the file which takes the report: bash inherits no further descriptor
 * there.
 */
export const REPORT_VARIABLE = 'DRAGOMAN_REPORT';

/** The descriptor on which a started shell finds its report pipe. */
export const REPORT_DESCRIPTOR = 3;

/** The longest command, in UTF-8 bytes: Linux takes 128 KB for one argument, the script around it included. */
export const MAX_COMMAND_BYTES = 120_000;

/** Tasks of a script besides running its command. */
export interface ScriptOptions {
  /** True if standard error goes to standard output, in the order of their lines. */
  readonly joinsStreams?: boolean | undefined;
  /** True if the script waits for a line on descriptor 3, and does nothing if that ends without one. */
  readonly awaitsAdmission?: boolean | undefined;
}

/**
 * The script that runs a command and then reports, on a descriptor of its own or in a file, the directory it ended in. It does so
 * whatever the command printed and however it ended, unless a signal or `exec` took the shell away.
 *
 * - It is one line, so that the shell's own messages count the command's lines from 1.
 * - The pipe moves off descriptor 3, which scripts like to use, and is closed for the command and all it starts.
 * - `command` bypasses the user's functions and aliases; `set +x` and the redirection keep the report out of a trace.
 */
export function commandScript(
  shell: ShellKind,
  command: string,
  { joinsStreams = false, awaitsAdmission = false }: ScriptOptions = {},
): string {
  // A POSIX shell takes descriptors of one digit only.
  const pipe = shell === 'sh' ? 9 : 187;
  const onWindows = shell === 'bash-on-windows';
  const opening = onWindows
    ? [`exec ${pipe}>"$${REPORT_VARIABLE}"`, `unset ${REPORT_VARIABLE}`]
    : [MARKING_SCRIPT, `exec ${pipe}>&${REPORT_DESCRIPTOR} ${REPORT_DESCRIPTOR}>&-`];
  const report = `{ set +ex; command pwd ${onWindows ? '-W' : '-P'} && command printf '\\0'; } 2>/dev/null >&${pipe}`;
  return [
    ...(awaitsAdmission ? [`read -r _ <&${REPORT_DESCRIPTOR} || exit`] : []),
    ...opening,
    ...(joinsStreams ? ['exec 2>&1'] : []),
    `trap ${quoted(report)} EXIT`,
    // The space keeps a command that starts with a dash from being an option.
    `eval ${quoted(` ${command}`)} ${pipe}>&-`,
    // The command may have set a trap in place of ours.
    `{ set -- "$?"; ${report}; } 2>/dev/null`,
    'exit "$1"',
  ].join('; ');
}

/** The directory in a report; null if there is none, or if it is not UTF-8. */
export function reportedDirectory(report: Uint8Array): string | null {
  const end = report.lastIndexOf(0);
  if (end < 0) return null;
  const from = report.subarray(0, end).lastIndexOf(0) + 1;
  const path = report.subarray(from, end);
  if (!isUtf8(path)) return null;
  const directory = Buffer.from(path).toString().replace(/\n$/, '');
  return directory.startsWith('/') ? directory : windowsDirectory(directory);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
