import type { FailureOf } from '@dragoman/tools';

/** What went wrong below the file system, or in this program. */
export function ioErrorSentence(error: FailureOf<'IO_ERROR'>): string {
  if (!('problem' in error)) return systemSentence(error);
  switch (error.problem) {
    case 'descriptors':
      return 'Cannot go on: too many open files in this process';
    case 'processes':
      return 'Cannot go on: no further process can be started';
    case 'unsearchable':
      return `Cannot search "${error.path}": ripgrep cannot read it`;
    case 'too-deep':
      return `Cannot list "${error.path}": too deep`;
    case 'ripgrep-missing':
      return 'Cannot search: ripgrep is not installed for this platform';
    case 'ripgrep-version':
      return `Cannot run ripgrep: "${error.path}" does not tell its version`;
    case 'ripgrep-start':
      return `Cannot run ripgrep: ${error.reason}`;
    case 'ripgrep-end':
      return `Cannot run ripgrep: "${error.path}" ${endOf(error.status)}${error.said === undefined ? '' : `: ${error.said}`}`;
    case 'command-start':
      return `Start command: ${error.reason}`;
    case 'fault':
      return `Unexpected error (id ${error.id})`;
  }
}

function endOf(status: number | string | null): string {
  return typeof status === 'number' ? `ended with status ${status}` : `was ended by ${status ?? 'a signal'}`;
}

interface SystemError {
  readonly path: string;
  readonly errno?: string;
  readonly action?: string;
}

/** What the operating system refused. */
export function systemSentence({ path, errno = 'error', action = 'use' }: SystemError): string {
  return `Cannot ${action} "${path}": ${SYSTEM_WORDS[errno] ?? errno}`;
}

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  ELOOP: 'too many levels of symbolic links',
  ENOTEMPTY: 'directory not empty',
  ENAMETOOLONG: 'name too long for the file system',
  EINVAL: 'name not valid on this file system',
  EMFILE: 'too many open files in this process',
  ENFILE: 'too many open files on this system',
  ESTALE: 'the server has lost the file',
  EIO: 'input/output error of the device',
  EBUSY: 'resource busy, or mounted by itself so that it cannot be replaced',
  ETXTBSY: 'file is being executed',
};
