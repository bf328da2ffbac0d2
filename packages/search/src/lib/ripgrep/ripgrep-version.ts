import { ToolError } from '@dragoman/fs-core';
import { ripgrepPath } from './ripgrep-path.ts';
import { runRipgrep } from './ripgrep-process.ts';

const TIME_LIMIT_MS = 5_000;

/**
 * The version that ripgrep reports when it is run as for a search, such as `15.0.0`.
 * @throws ToolError `IO_ERROR` if there is none, or if it does not run
 */
export async function ripgrepVersion(): Promise<string> {
  const output = runRipgrep({ args: ['--no-config', '--version'], timeLimitMs: TIME_LIMIT_MS, signal: undefined });
  let said = '';
  for await (const chunk of output) said += chunk.toString();
  const version = /^ripgrep (\S+)/.exec(said)?.[1];
  if (version !== undefined) return version;
  const path = ripgrepPath();
  throw new ToolError(
    { code: 'IO_ERROR', problem: 'ripgrep-version', path },
    `Cannot run ripgrep: "${path}" does not tell its version`,
  );
}
