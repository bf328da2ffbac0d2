import { type ErrorDetails, ToolError } from '@dragoman/fs-core';
import type { Options } from './options.ts';
import { createSession, type Session } from './session.ts';
import { sessionOptionsOf } from './session-options.ts';

/**
 * Starts the session that options ask for.
 * @throws ToolError where it cannot be; it names the option or the variable that says what cannot be used
 */
export function openSession(options: Options): Session {
  try {
    return createSession(sessionOptionsOf(options));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const option = optionBehind(error.details, options);
    if (option === undefined) throw error;
    throw new ToolError(error.code, `${option}: ${error.message}`, error.details, { cause: error });
  }
}

/** How the user spelled the option that gave what an error is about. */
function optionBehind({ path, pattern }: ErrorDetails, options: Options): string | undefined {
  const { allow, workdir, deny, spelled } = options;
  if (deny.some((glob) => glob === pattern)) return spelled.deny;
  if (allow?.some((directory) => directory === path)) return spelled.allow;
  return path === workdir ? spelled.workdir : undefined;
}
