import { setTimeout as delay } from 'node:timers/promises';
import { removePlanted } from '@dragoman/fs-core/internal/host';
import type { CommandTraces } from '@dragoman/fs-core/internal/kernel';
import type { createCommandGroups, TrackedCommand } from './command-groups.ts';
import { encodeArguments, sandboxArguments, sandboxedEnd } from './sandbox.ts';
import { ADMISSION_ARGUMENTS, type Admission, admit, endOfSandbox } from './sandbox-mounts.ts';
import type { CommandEnd, Launch } from './start-command.ts';

/** Finds what the sandboxed commands of a session left. */
export interface TraceWatch {
  /** Looks for what came since the last look. Never rejects. */
  look(): Promise<void>;
  /** The findings that nobody took yet; undefined if there are none. */
  take(): CommandTraces | undefined;
}

/** The parts of a session that its sandboxed commands share. */
interface Surroundings {
  readonly groups: ReturnType<typeof createCommandGroups>;
  readonly ownPath: () => string | undefined;
  /** Work that is left to do for commands that have ended. */
  readonly followUps: Set<Promise<unknown>>;
  readonly traces?: TraceWatch | undefined;
}

/** Starts a program in a sandbox. @throws ToolError `NOT_FOUND` (the directory is gone), `IO_ERROR` */
export async function launchConfined(
  { groups, ownPath, followUps, traces }: Surroundings,
  admission: Admission,
  { directory, environment, program, args, ...output }: Omit<Launch, 'input'>,
): Promise<TrackedCommand> {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]);
  const { policy } = admission;
  const opened = policy.git?.opened ?? [];
  let remains: Promise<void> = Promise.resolve();
  const started = await groups.start({
    directory,
    // Of the rest, a library path could have the sandbox itself load what a command wrote.
    environment: { PATH: ownPath() ?? '' },
    program: 'bwrap',
    args: ['--args', '4', ...ADMISSION_ARGUMENTS, '--', program, ...args],
    input: encodeArguments([...variables, ...sandboxArguments(policy, directory)]),
    admit: (child) => {
      remains = endOfSandbox(child);
      return admit(child, admission);
    },
    ...output,
  });
  const ended = started.ended.then((end) => tracked(followUps, withTraces(sandboxedEnd(end))));
  return { ...started, ended };

  async function withTraces(end: CommandEnd): Promise<CommandEnd> {
    if (traces === undefined) return end;
    const isOver = await Promise.race([remains.then(() => true), delay(REMAINS_MS, false)]);
    const removed = removePlanted(opened);
    await traces.look();
    // What it left in the background goes on changing the trees.
    if (!isOver) void remains.then(() => tracked(followUps, lookAgain(traces)));
    const { stdout, stderr } = started.output();
    const isGitRefused =
      policy.git?.access === 'read' &&
      [stdout, stderr].some(({ text, ending = '' }) => GIT_REFUSED.test(text + ending));
    const found = traces.take();
    if (found === undefined && removed.length === 0 && !isGitRefused) return end;
    const gitTraces = { ...(removed.length > 0 && { removed }), ...(isGitRefused && { isGitRefused }) };
    return { ...end, traces: { planted: [], cleared: [], more: 0, ...found, ...gitTraces } };
  }

  async function lookAgain(watch: TraceWatch): Promise<void> {
    removePlanted(opened);
    await watch.look();
  }
}

// Settings and hooks stay read-only whatever the options say. What is looked for ahead is looked for once in a line.
const GIT_REFUSED =
  /^(?:fatal|error): (?!.*(?:config|hooks))(?=.*\.git\/|unable to create temporary file).*: Read-only file system$/m;

// The last process of a sandbox ends an instant after the command, unless others are left.
const REMAINS_MS = 50;

/** Has a session wait for a task before it closes. */
async function tracked<Result>(followUps: Set<Promise<unknown>>, task: Promise<Result>): Promise<Result> {
  followUps.add(task);
  try {
    return await task;
  } finally {
    followUps.delete(task);
  }
}
