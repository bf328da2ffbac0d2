import type { Situation } from '@dragoman/formatters';
import type { Session } from '@dragoman/tools';
import type { Tool } from './tool.ts';

/** What these tools may do in a session, as it is now. */
export function situationOf(session: Session, tools: readonly Tool[]): Situation {
  const { workdir, volume, readOnly, dryRun, shell, limits } = session;
  return {
    workdir,
    trees: volume.roots,
    readOnly,
    dryRun,
    maxFileSize: limits.maxFileSize,
    commands: tools.some(({ effect }) => effect === 'runs') ? shell : null,
  };
}
