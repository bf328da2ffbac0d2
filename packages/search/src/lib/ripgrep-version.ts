import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ripgrepPath } from './ripgrep-path.ts';

/**
 * The version of the ripgrep that searches here, such as `15.0.0`.
 * @throws ToolError `IO_ERROR` where there is none; a system error where it cannot be started
 */
export async function ripgrepVersion(): Promise<string> {
  const child = spawn(ripgrepPath(), ['--version'], { env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  const said = await Promise.race([text(child.stdout), failed]);
  return /^ripgrep (\S+)/.exec(said)?.[1] ?? 'of unknown version';
}
