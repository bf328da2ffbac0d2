import { claude } from '@dragoman/formatters';
import { runCommand, taskOutput } from '@dragoman/tools';
import type { OptionalSchema } from './schema.ts';
import * as z from './schema.ts';
import { tool } from './tool.ts';

interface CommandTool<Name extends string> {
  readonly name: Name;
  /** The tool that reads what a background command has printed. */
  readonly outputTool: string;
  /** Further fields that a dialect accepts, and that change nothing. */
  readonly beside?: Readonly<Record<string, OptionalSchema<string>>>;
}

/** The tool that runs commands, as Claude's models know it; dialects give it different names. */
export function commandTool<const Name extends string>({ name, outputTool, beside = {} }: CommandTool<Name>) {
  return tool({
    name,
    title: 'Run a shell command',
    description: `Runs a shell command and returns what it printed and its exit code; a failing command is no error of the tool.
The working directory stays where a command leaves it and is where relative paths of all tools start; variables and functions do not stay. Input is empty.
Each stream is cut at 30000 characters. At its timeout a command is ended with everything it started.
With run_in_background the answer is a task_id at once: ask ${outputTool} for the rest. A process started with & outlives the command until the session ends.`,
    effect: 'runs',
    input: z.strictObject({
      command: z.string().check(z.describe('The command, as bash -c takes it')),
      timeout: z.optional(
        z.int().check(z.minimum(1), z.maximum(600_000), z.describe('Milliseconds until it is ended')),
      ),
      ...beside,
      run_in_background: z.optional(z.boolean().check(z.describe('Do not wait; at most 10 run at once'))),
    }),
    operation: runCommand,
    request: ({ command, timeout, run_in_background }) => ({
      command,
      timeoutMs: timeout,
      background: run_in_background,
    }),
    render: claude.ranCommand,
    explain: claude.commandFailed,
  });
}

/** The tool that reads the output of a background command of `commandTool`. @param runsBy name of that tool */
export function outputTool<const Name extends string>(name: Name, runsBy: string) {
  return tool({
    name,
    title: 'Read the output of a background command',
    description:
      'Tells whether a background command is running or completed, with its output so far and, once it has ended, its exit code.',
    effect: 'observes',
    input: z.strictObject({
      task_id: z.string().check(z.describe(`The task_id that ${runsBy} answered`)),
    }),
    operation: taskOutput,
    request: ({ task_id }) => ({ taskId: task_id }),
    render: claude.taskProgress,
  });
}
