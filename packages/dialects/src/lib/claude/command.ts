import * as claude from '@dragoman/formatters/claude';
import { runLogged } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Runs a command in bash.

- The working directory lasts from call to call; variables do not
- After its timeout, and with run_in_background, a command goes on, and its output goes to a file that Read reads`;

const MOST_FOREGROUND_MS = 600_000;
const BACKGROUND_MS = 600_000;
const FOREGROUND_MS = 120_000;

export const bash = tool({
  name: 'Bash',
  title: 'Run a shell command',
  description,
  effect: 'runs',
  input: input.Bash,
  synonyms: { cmd: 'command' },
  outOfRange: { timeout: 'left-out' },
  mostFor: ({ run_in_background }) => (isTrue(run_in_background) ? {} : { timeout: MOST_FOREGROUND_MS }),
  operation: runLogged,
  request: ({ command, timeout, run_in_background: background = false }, session) => ({
    command,
    timeoutMs: timeout ?? session.shell?.timeoutMs ?? FOREGROUND_MS,
    background,
    backgroundMs: background ? (timeout ?? BACKGROUND_MS) : BACKGROUND_MS,
  }),
  render: claude.ranCommand,
  explain: claude.commandFailed,
});

function isTrue(flag: unknown): boolean {
  return flag === true || (typeof flag === 'string' && flag.trim().toLowerCase() === 'true');
}
