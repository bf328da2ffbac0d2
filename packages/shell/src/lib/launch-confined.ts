import type { ProgramView } from '@dragoman/fs-core/internal/kernel';
import type { createCommandGroups, TrackedCommand } from './command-groups.ts';
import { sandboxArguments, sandboxedEnd } from './sandbox.ts';
import { ADMISSION_ARGUMENTS, type Admission, admit } from './sandbox-mounts.ts';
import { nulTerminated, takeChanges } from './sandbox-view.ts';
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
  const { view } = policy;
  try {
    const started = await groups.start({
      // The view may have a directory that is not on the disk.
      directory: view ? '/' : directory,
      // Of the rest, a library path could have the sandbox itself load what a command wrote.
      environment: { PATH: ownPath() ?? '' },
      program: 'bwrap',
      args: ['--args', '4', ...(view ? [] : ADMISSION_ARGUMENTS), '--', program, ...args],
      input: nulTerminated([...variables, ...sandboxArguments(policy, directory)]).subarray(0, -1),
      ...(!view && { admit: (child) => admit(child, admission) }),
      ...output,
    });
    const confined = { ...started, ended: started.ended.then(sandboxedEnd) };
    if (view) return beforeEnding(confined, keeping, (end) => keepChanges(confined, { view, end, groups }));
    return beforeEnding(confined, keeping, async (end) => {
      const traces = await policy.findTraces?.();
      return { ...end, ...(traces && { traces }) };
    });
  } catch (error) {
    view?.[Symbol.dispose]();
    throw error;
  }
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

interface Keeping extends Pick<Surroundings, 'groups'> {
  readonly view: ProgramView;
  readonly end: CommandEnd;
}

/** Ends what a command leaves running, and keeps what it changed. */
async function keepChanges(command: TrackedCommand, { view, end, groups }: Keeping): Promise<CommandEnd> {
  await groups.end(command);
  using changed = view;
  const notKept = await takeChanges(changed);
  return { ...end, ...(notKept && { notKept }) };
}
