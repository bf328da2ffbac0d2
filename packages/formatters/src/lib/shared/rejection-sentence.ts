import type { FailureOf } from '@dragoman/tools';

/** Why a command is not run. */
export function rejectionSentence(rejection: FailureOf<'COMMAND_REJECTED'>): string {
  switch (rejection.problem) {
    case 'shell-off':
      return 'Run commands: the shell is off in this session';
    case 'no-shell':
      return 'Run commands: neither bash nor sh is installed';
    case 'no-git-bash':
      return 'Run commands: the bash of Git for Windows is not installed';
    case 'sandbox':
      return `Sandboxed commands cannot be confined here: ${rejection.reason}`;
    case 'directory':
      return `Run command: no directory "${rejection.directory}"`;
    case 'absolute':
      return 'Command rejected: Absolute directory';
    case 'substitution':
      return 'Command rejected: Command substitution';
    case 'empty':
      return 'Command rejected: Empty command';
  }
}
