import { Buffer } from 'node:buffer';
import { encodeName } from '@dragoman/fs-core';
import type { createCommandGroups, TrackedCommand } from './command-groups.ts';
import { sandboxArguments, sandboxedEnd } from './sandbox.ts';
import { ADMISSION_ARGUMENTS, type Admission, admit } from './sandbox-mounts.ts';
import type { CommandEnd, Launch } from './start-command.ts';

/** The parts of a session that its sandboxed commands share. */
interface Surroundings {
  readonly groups: ReturnType<typeof createCommandGroups>;
  readonly ownPath: () => string | undefined;
  /** Work that is left to do for commands that have ended. */
  readonly keeping: Set<Promise<unknown>>;
}

/** Starts a program in a sandbox. @throws ToolError `NOT_FOUND` (the directory is gone), `IO_ERROR` */
export async function launchConfined(
  { groups, ownPath, keeping }: Surroundings,
  admission: Admission,
  { directory, environment, program, args, ...output }: Omit<Launch, 'input'>,
): Promise<TrackedCommand> {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]);
  const { policy } = admission;
  const started = await groups.start({
    directory,
    // Of the rest, a library path could have the sandbox itself load what a command wrote.
    environment: { PATH: ownPath() ?? '' },
    program: 'bwrap',
    args: ['--args', '4', ...ADMISSION_ARGUMENTS, '--', program, ...args],
    input: nulTerminated([...variables, ...sandboxArguments(policy, directory)]).subarray(0, -1),
    admit: (child) => admit(child, admission),
    ...output,
  });
  const confined = { ...started, ended: started.ended.then(sandboxedEnd) };
  return beforeEnding(confined, keeping, async (end) => {
    const traces = await policy.findTraces?.();
    return { ...end, ...(traces && { traces }) };
  });
}

/** Arguments as the bytes that the system knows names by, which need not be UTF-8; each is followed by a NUL. */
function nulTerminated(args: readonly string[]): Buffer {
  return Buffer.concat(args.flatMap((arg) => [encodeName(arg), Buffer.of(0)]));
}

/** Finishes a command that has ended, before it has ended for others. */
function beforeEnding(
  command: TrackedCommand,
  keeping: Set<Promise<unknown>>,
  finish: (end: CommandEnd) => Promise<CommandEnd>,
): TrackedCommand {
  const ended = command.ended.then(async (end) => {
    const finished = finish(end);
    keeping.add(finished);
    try {
      return await finished;
    } finally {
      keeping.delete(finished);
    }
  });
  return { ...command, ended };
}
