import { commandFailed, ranCommand, taskProgress } from '@dragoman/formatters/internal/pieces';
import { runCommand, taskOutput } from '@dragoman/tools';
import type * as z from 'zod/mini';
import type { background, command, task } from './command-schemas.ts';
import { tool } from './tool.ts';

type CommandSchema = z.ZodMiniObject<typeof command & typeof background>;

interface CommandTool<Name extends string> {
  readonly name: Name;
  /** The tool that reads what a background command has printed. */
  readonly outputTool: string;
  /** Schema of the arguments; fields that a dialect adds to it change nothing. */
  readonly input: CommandSchema;
}

/** The tool that runs commands, as Claude's models know it; dialects give it different names. */
export function commandTool<const Name extends string>({ name, outputTool, input }: CommandTool<Name>) {
  return tool({
    name,
    title: 'Run a shell command',
    description: `Runs a shell command and returns what it printed and its exit code; a failing command is no error of the tool.
The working directory stays where a command leaves it and is where relative paths of all tools start; variables and functions do not stay. Input is empty.
Each stream is cut at 30000 characters. At its timeout a command is ended with everything it started.
With run_in_background the answer is a task_id at once: ask ${outputTool} for the rest. A process started with & outlives the command until the session ends.`,
    effect: 'runs',
    input,
    operation: runCommand,
    request: ({ command, timeout, run_in_background }) => ({
      command,
      timeoutMs: timeout,
      background: run_in_background,
    }),
    render: ranCommand,
    explain: commandFailed,
  });
}

/** The tool that reads the output of a background command of `commandTool`. */
export function outputTool<const Name extends string>(name: Name, input: ReturnType<typeof task>) {
  return tool({
    name,
    title: 'Read the output of a background command',
    description:
      'Tells whether a background command is running or completed, with its output so far and, once it has ended, its exit code.',
    effect: 'observes',
    input,
    operation: taskOutput,
    request: ({ task_id }) => ({ taskId: task_id }),
    render: taskProgress,
  });
}
