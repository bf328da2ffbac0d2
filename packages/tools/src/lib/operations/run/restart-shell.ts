import { ToolError } from '@dragoman/fs-core';
import type { RestartOutcome } from '@dragoman/outcomes';
import type { Session } from '../../session.ts';

/**
 * Ends what commands of the session left running, and goes back to the workdir.
 * @throws ToolError `COMMAND_REJECTED` if the session runs no commands
 * @example await restartShell(session)
 */
export async function restartShell(session: Session): Promise<RestartOutcome> {
  const { shell, workdir } = session;
  if (shell === null)
    throw new ToolError({ code: 'COMMAND_REJECTED', problem: 'shell-off' }, 'Run commands: the shell is off');
  await shell.restart();
  session.changeDirectory(workdir);
  return { kind: 'restarted' };
}
