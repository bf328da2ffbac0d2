import { createSession, type Failure, type Log, pathOf, type Session, ToolError } from '@dragoman/tools';
import type { ObjectVolumes } from './open-volumes.ts';
import type { Options } from './options.ts';
import { sessionOptionsOf } from './session-options.ts';

/** What an app gives besides the options. */
export interface OpeningOptions {
  readonly log?: Log;
  /** Loads what `--volume` needs; called only if one is named. */
  readonly loadObjectVolumes: () => Promise<ObjectVolumes>;
}

/**
 * Starts the session that the options describe.
 * @throws ToolError as `createSession`; the message begins with the option or variable that gave the faulty value
 */
export async function openSession(options: Options, { log, loadObjectVolumes }: OpeningOptions): Promise<Session> {
  for (const directory of options.passedOver) log?.('warn', 'Allowed directory skipped: it is none', { directory });
  try {
    if (options.volumes.length === 0) return createSession({ ...sessionOptionsOf(options), ...(log && { log }) });
    const { openSessionOverVolumes } = await import('./open-volumes.ts');
    return await openSessionOverVolumes(options, await loadObjectVolumes(), log);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const option = optionBehind(error.failure, options);
    if (option === undefined) throw error;
    throw new ToolError(error.failure, `${option}: ${error.message}`, { cause: error });
  }
}

/** The option that gave the value an error is about, as the user spelled it. */
function optionBehind(failure: Failure, options: Options): string | undefined {
  const { allow, workdir, deny, memoryDir, journalDir, cacheDir, spelled } = options;
  const path = pathOf(failure);
  if (failure.code === 'INVALID_PATTERN' && deny.includes(failure.pattern)) return spelled.deny;
  if (path !== undefined && path === journalDir) return spelled.journalDir;
  if (failure.code === 'INVALID_ARGUMENT' && failure.problem === 'option' && failure.option === 'journal.dir')
    return spelled.journal ?? '--journal';
  if (path !== undefined && path === memoryDir) return spelled.memoryDir;
  if (path !== undefined && path === cacheDir) return spelled.cacheDir;
  if (allow?.some((directory) => directory === path)) return spelled.allow;
  return path === workdir ? spelled.workdir : undefined;
}
