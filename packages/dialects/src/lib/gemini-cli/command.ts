import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { type ProblemOf, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { PlannedCommand, RunCommandOutcome } from '@dragoman/outcomes';
import type { ProcessOutcome } from '@dragoman/outcomes/internal/parts';
import { type Call, runCommand, type Session } from '@dragoman/tools';
import { listProcesses, processOutput, runInBackground } from '@dragoman/tools/internal/session';
import { resolvedPath } from '../resolved-path.ts';
import { tool } from '../tool.ts';
import { withoutScheduling } from './given-path.ts';
import { input } from './schemas.ts';
import { substitutesCommands } from './substitutes-commands.ts';

// Longer than any command of a session runs by default.
const MOST_DELAY_MS = 600_000;

interface ShellRequest {
  readonly command: string;
  readonly directory: string;
  readonly isBackground: boolean;
  readonly waitMs: number;
}

export const runShellCommand = tool({
  name: 'run_shell_command',
  title: 'Run a shell command',
  description: `Runs a command as \`bash -c <command>\`, with empty input, in the working directory or in dir_path; \`cd\` does not last. The answer has the output of both streams, the exit code if it is not 0, the signal that ended it, and the ids of its process group and of processes that it left. With is_background the answer comes at once: read_background_output gives the rest. Command substitution is not allowed.`,
  effect: 'runs',
  input: input.run_shell_command,
  synonyms: { directory: 'dir_path' },
  outOfRange: { delay_ms: 'nearest' },
  adapt: withoutScheduling,
  operation: runOrStart,
  request: ({ command, dir_path = '', is_background = false, delay_ms = 200 }, { workdir }): ShellRequest => ({
    command: permitted(command),
    directory: resolvedPath(workdir, dir_path),
    isBackground: is_background,
    waitMs: Math.min(delay_ms, MOST_DELAY_MS),
  }),
  render: geminiCli.ranShellCommand,
  explain: geminiCli.shellCommandFailed,
});

async function runOrStart(
  session: Session,
  { isBackground, waitMs, ...request }: ShellRequest,
  call: Call<PlannedCommand>,
): Promise<RunCommandOutcome | ProcessOutcome> {
  // Whatever is wrong with the directory is said as for any path.
  if (request.directory !== session.workdir)
    (await session.volume.open(request.directory, { for: 'names', signal: call.signal })).close();
  return isBackground
    ? await runInBackground(session, { ...request, waitMs }, call)
    : await runCommand(session, { ...request, joinsStreams: true }, call);
}

function permitted(command: string): string {
  if (substitutesCommands(command)) throw rejected({ problem: 'substitution', syntax: '$()' });
  if (command.trim() === '') throw rejected({ problem: 'empty' });
  return command;
}

function rejected(rejection: ProblemOf<'COMMAND_REJECTED'>): ToolError {
  return new ToolError({ code: 'COMMAND_REJECTED', ...rejection }, `Command rejected: ${rejection.problem}`);
}

export const listBackgroundProcesses = tool({
  name: 'list_background_processes',
  title: 'List background processes',
  description: 'Lists the commands that were started with is_background, and how they ended.',
  effect: 'observes',
  input: input.list_background_processes,
  adapt: withoutScheduling,
  operation: listProcesses,
  request: () => ({}),
  render: geminiCli.listedProcesses,
});

export const readBackgroundOutput = tool({
  name: 'read_background_output',
  title: 'Read the output of a background process',
  description: 'Reads the last lines that a command which was started with is_background has written.',
  effect: 'observes',
  input: input.read_background_output,
  outOfRange: { lines: 'nearest', delay_ms: 'nearest' },
  adapt: withoutScheduling,
  operation: processOutput,
  request: ({ pid, delay_ms = 0 }) => ({ pid, waitMs: Math.min(delay_ms, MOST_DELAY_MS) }),
  render: geminiCli.readProcessOutput,
  explain: geminiCli.processOutputFailed,
});
