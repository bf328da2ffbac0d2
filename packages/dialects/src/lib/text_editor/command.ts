import * as textEditor from '@dragoman/formatters/text_editor';
import type { RestartOutcome, RunCommandOutcome } from '@dragoman/outcomes';
import { type Call, restartShell, runCommand, type Session } from '@dragoman/tools';
import type * as z from 'zod/mini';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Runs a shell command and returns what it printed and its exit code; a failing command is no error of the tool.
The working directory stays where a command leaves it; variables and functions do not stay. Input is empty.
With restart, all that is running is ended and the next command starts in the first directory again.`;

type Arguments = z.output<typeof input.bash>;
type Outcome = RunCommandOutcome | RestartOutcome;

export const bash = tool({
  name: 'bash',
  title: 'Run a shell command',
  description,
  effect: 'runs',
  input: input.bash,
  clientTool: { type: 'bash_20250124', name: 'bash' },
  operation: runOrRestart,
  request: (args) => args,
  render: textEditor.ranOrRestarted,
  explain: textEditor.bashFailed,
});

async function runOrRestart(
  session: Session,
  { command = '', restart = false }: Arguments,
  call: Call<Outcome>,
): Promise<Outcome> {
  return restart ? restartShell(session) : runCommand(session, { command }, call);
}
