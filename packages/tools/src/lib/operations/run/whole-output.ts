import type { CommandAftermath } from '@dragoman/outcomes/internal/parts';
import type { CommandOutput } from '@dragoman/shell/internal/shell';
import type { CommandLog } from '../../command-logs.ts';

/** The file of all that a command printed, if its answer has only the ends of that. */
export function wholeOutput({ stdout, stderr }: CommandOutput, log: CommandLog): Pick<CommandAftermath, 'wholeOutput'> {
  const isCut = [stdout, stderr].some(({ ending }) => ending !== undefined);
  const saved = isCut ? log.save() : null;
  return saved === null ? {} : { wholeOutput: saved.path };
}
