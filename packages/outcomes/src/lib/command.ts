import type { CommandTraces, SavedOutput, StreamText } from '@dragoman/fs-core/internal/kernel';

/** The facts about an ended command that are there only if there is something to tell. */
export interface CommandAftermath {
  /** Traces that sandboxed commands left in the trees; absent if they left nothing of note. */
  readonly traces?: CommandTraces;
  /** Path of a file with all that it printed, which only reading tools of the session can open; absent if all is kept. */
  readonly wholeOutput?: string;
}

/** A command that has ended by itself, with any exit code or by a signal. */
export interface CommandOutcome extends CommandAftermath {
  readonly kind: 'command';
  readonly stdout: StreamText;
  readonly stderr: StreamText;
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Id of its process group. */
  readonly group: number;
  readonly backgroundPids: readonly number[];
  /** The session's directory after the command. */
  readonly cwd: string;
  /** The directory the command ended in, if the session may not go there; else null. */
  readonly refusedDirectory: string | null;
}

/** A command that waits for approval. */
export interface PlannedCommand {
  readonly kind: 'planned-command';
  readonly command: string;
  /** Absolute path. */
  readonly directory: string;
  /** Null if it may run for as long as it takes. */
  readonly timeoutMs: number | null;
  readonly background: boolean;
}

/** A background command that has just been started. */
export interface TaskStarted extends TaskOutcome {
  readonly started: true;
}

/** A command whose output goes to a file where it is long, or while the command goes on. */
export interface LoggedCommandOutcome extends CommandAftermath {
  readonly kind: 'logged';
  /** `moved`: it did not end in its time, and goes on. */
  readonly state: 'ended' | 'background' | 'moved';
  /** Both streams as they came. */
  readonly output: StreamText;
  /** The file of the whole output; null if all of it is in `output`. */
  readonly saved: SavedOutput | null;
  /** Names a command that goes on; null for one that ended. */
  readonly taskId: string | null;
  readonly timeoutMs: number;
  /** Null while it runs, and if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Id of its process group. */
  readonly group: number;
  /** The session's directory after the command. */
  readonly cwd: string;
  /** The directory the command ended in, if the session may not go there; else null. */
  readonly refusedDirectory: string | null;
}

/** Output so far of a command that goes on after its call. */
export interface TaskLogOutcome {
  readonly kind: 'task-log';
  readonly taskId: string;
  readonly isRunning: boolean;
  readonly output: StreamText;
}

/** A command that was stopped. */
export interface StoppedCommandOutcome {
  readonly kind: 'stopped';
  readonly taskId: string;
  readonly command: string;
}

/** Result of a command that ended, was started as a task, or on a dry run would have run. */
export type RunCommandOutcome = CommandOutcome | TaskStarted | PlannedCommand;

/** A background command as it is now. */
export interface TaskOutcome extends CommandAftermath {
  readonly kind: 'task';
  readonly taskId: string;
  readonly status: 'running' | 'completed';
  readonly stdout: StreamText;
  readonly stderr: StreamText;
  /** Null while it runs, and if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Id of its process group. */
  readonly group: number;
}

/** A background command, and all that it has written. */
export interface ProcessOutcome extends CommandAftermath {
  readonly kind: 'process';
  readonly pid: number;
  readonly command: string;
  readonly status: 'running' | 'exited';
  /** Output without escape sequences: all of it, or what is kept of its beginning and its end. */
  readonly output: string;
  /** Lines of all output. */
  readonly lines: number;
  /** Null while it runs, and if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** The background commands of a session, in the order in which they were started. */
export interface ProcessListOutcome {
  readonly kind: 'processes';
  readonly processes: readonly Omit<ProcessOutcome, 'kind' | 'output' | 'lines'>[];
}

/** A command, and what it has written since the last answer. */
export interface WatchedOutcome extends CommandAftermath {
  readonly kind: 'watched';
  /** Id to ask for more by; null once the command has ended. */
  readonly sessionId: number | null;
  readonly output: WindowedOutput;
  /** Null while it runs, and if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Id of its process group. */
  readonly group: number;
  /** Milliseconds that this answer took. */
  readonly elapsedMs: number;
}

/** Output of a command since it was last asked for, both streams as they came. */
export interface WindowedOutput {
  /** The beginning, and all of it if `tail` is empty. */
  readonly head: Buffer;
  /** The end, if what lies between is not kept. */
  readonly tail: Buffer;
  /** Byte count of the whole output. */
  readonly bytes: number;
  /** Newlines in all of it. */
  readonly newlines: number;
}

/** Commands start anew. */
export interface RestartOutcome {
  readonly kind: 'restarted';
}
