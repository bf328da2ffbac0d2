export type { BackgroundProcess } from '../lib/background-processes.ts';
export { MAX_RUNNING_TASKS, type TaskState } from '../lib/background-tasks.ts';
export { carryAttributes } from '../lib/carry-attributes.ts';
export { cleanEnvironment, type Environment } from '../lib/clean-environment.ts';
export { awaitEnd, type CommandEnding } from '../lib/command-ending.ts';
export { createEscapeStripper } from '../lib/escape-stripper.ts';
export { exitCodeOf } from '../lib/exit-code.ts';
export type { TraceWatch } from '../lib/launch-confined.ts';
export { type PagerSettings, pageText } from '../lib/page-text.ts';
export { type GitPolicy, isCovered, type SandboxPolicy } from '../lib/sandbox.ts';
export {
  type CommandResult,
  type FollowedCommand,
  openShell,
  type RunOptions,
  type SandboxUse,
  type Shell,
  type ShellOptions,
} from '../lib/shell.ts';
export { type CommandEnd, type CommandOutput, MAX_SHOWN_CHARACTERS } from '../lib/start-command.ts';
export { takeFlock } from '../lib/take-flock.ts';
export type { WatchedCommand, WatchedState } from '../lib/watched-commands.ts';
