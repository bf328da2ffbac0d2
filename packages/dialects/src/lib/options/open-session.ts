import { createSession, type Failure, type Log, pathOf, type Session, ToolError } from '@dragoman/tools';
import type { Options } from './options.ts';
import { sessionOptionsOf } from './session-options.ts';

/**
 * Starts the session that the options describe.
 * @throws ToolError as `createSession`; the message begins with the option or variable that gave the faulty value
 */
export function openSession(options: Options, log?: Log): Session {
  for (const directory of options.passedOver) log?.('warn', 'Allowed directory skipped: it is none', { directory });
  try {
    return createSession({ ...sessionOptionsOf(options), ...(log && { log }) });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const option = optionBehind(error.failure, options);
    if (option === undefined) throw error;
    throw new ToolError(error.failure, `${option}: ${error.message}`, { cause: error });
  }
}

/** The option that gave the value an error is about, as the user spelled it. */
function optionBehind(failure: Failure, options: Options): string | undefined {
  const { allow, workdir, deny, memoryDir, spelled } = options;
  const path = pathOf(failure);
  if (failure.code === 'INVALID_PATTERN' && deny.includes(failure.pattern)) return spelled.deny;
  if (path !== undefined && path === memoryDir) return spelled.memoryDir;
  if (allow?.some((directory) => directory === path)) return spelled.allow;
  return path === workdir ? spelled.workdir : undefined;
}
