import * as gemini from '@dragoman/formatters/gemini';
import { type ProblemOf, ToolError } from '@dragoman/fs-core/internal/kernel';
import { runCommand } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { commandSubstitution } from './command-substitution.ts';
import { input } from './schemas.ts';

const description = `Executes a given shell command as \`bash -c <command>\`. The command can start background processes using \`&\`; it leads its own process group, which can be terminated as \`kill -- -PGID\`. Every call starts in the project root or in directory; \`cd\` does not last.

The following information is returned:
Command: the executed command.
Directory: the directory (relative to project root) where it was executed, or \`(root)\`.
Stdout: output on stdout. Can be \`(empty)\` or partial.
Stderr: output on stderr. Can be \`(empty)\` or partial.
Error: an error or \`(none)\`.
Exit Code: exit code or \`(none)\` if terminated by signal.
Signal: signal or \`(none)\`.
Background PIDs: list of background processes started or \`(none)\`.
Process Group PGID: process group started.`;

export const runShellCommand = tool({
  name: 'run_shell_command',
  title: 'Run a shell command',
  description,
  effect: 'runs',
  input: input.run_shell_command,
  // Newer models call it `dir_path`; if that were ignored, the command would run in the wrong place.
  synonyms: { dir_path: 'directory' },
  operation: runCommand,
  request: ({ command, directory = '' }) => ({ command: permitted(command), directory: relative(directory) }),
  render: gemini.ranShellCommand,
  explain: gemini.shellCommandFailed,
});

function permitted(command: string): string {
  const syntax = commandSubstitution(command);
  if (syntax !== null) throw rejected({ problem: 'substitution', syntax });
  if (command.trim() === '') throw rejected({ problem: 'empty' });
  return command;
}

function relative(directory: string): string {
  if (directory.startsWith('/')) throw rejected({ problem: 'absolute', directory });
  return directory;
}

function rejected(rejection: ProblemOf<'COMMAND_REJECTED'>): ToolError {
  return new ToolError({ code: 'COMMAND_REJECTED', ...rejection }, `Command rejected: ${rejection.problem}`);
}
