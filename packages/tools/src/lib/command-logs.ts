import { openLocalVolume, ToolError, type Volume } from '@dragoman/fs-core';
import { type OutputFile, type OutputFiles, openOutputFiles } from '@dragoman/fs-core/internal/host';
import type { SavedOutput, StreamText } from '@dragoman/fs-core/internal/kernel';

/** A command that goes on after its call. */
export interface LoggedTask {
  readonly id: string;
  readonly command: string;
  readonly log: CommandLog;
  /** The beginning of its output so far. */
  output(): StreamText;
  /** True until it has ended. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Output of one command, which becomes a file when it is long or is asked for. */
export interface CommandLog {
  add(chunk: Uint8Array): void;
  /** The file, made now if it is not there yet; null if there is no place for one. */
  save(): SavedOutput | null;
  /** Closes the file, now or as soon as it is made: what comes later is not kept. */
  close(): void;
}

/** Files of what a session's commands have printed, and those commands that go on. */
export interface CommandLogs {
  /** @param name Default: one that no other has in this session. */
  open(name?: string): CommandLog;
  /** Keeps the output of a task in the background, by its id. */
  keepOutput(taskId: string, log: CommandLog): void;
  /** The output of a task in the background; undefined if it is gone. */
  outputOf(taskId: string): CommandLog | undefined;
  keep(task: LoggedTask): void;
  /** @throws ToolError `TASK_NOT_FOUND` */
  task(id: string): LoggedTask;
  /** The volume of the files, if a path is that of one; else null. */
  volumeOf(path: string): Volume | null;
  close(): Promise<void>;
}

/** Bytes of output that are kept in memory before there is a file. */
const MOST_HELD_BYTES = 256 * 1024;
const MOST_TASKS = 100;

export function createCommandLogs(): CommandLogs {
  const tasks = new Map<string, LoggedTask>();
  const outputs = new Map<string, CommandLog>();
  const paths = new Set<string>();
  let opened = 0;
  let files: OutputFiles | null = null;
  let volume: Volume | null = null;
  let isClosed = false;
  return {
    open: (name) =>
      createLog(() => {
        opened += 1;
        // A command that is being ended may still print.
        if (isClosed) return null;
        try {
          files ??= openOutputFiles();
          const file = files.open(`${name ?? opened}.output`);
          paths.add(file.path);
          return file;
        } catch {
          // The disk is full, or the directory was cleared away: the command goes on without.
          return null;
        }
      }),
    keepOutput(taskId, log) {
      outputs.set(taskId, log);
      const [oldest] = outputs.keys();
      if (outputs.size > MOST_TASKS && oldest !== undefined) outputs.delete(oldest);
    },
    outputOf: (taskId) => outputs.get(taskId),
    keep(task) {
      tasks.set(task.id, task);
      const ended = [...tasks.values()].filter((each) => !each.isRunning());
      for (const { id } of ended.slice(0, -MOST_TASKS)) tasks.delete(id);
    },
    task(id) {
      const task = tasks.get(id);
      if (task !== undefined) return task;
      throw new ToolError({ code: 'TASK_NOT_FOUND', taskId: id }, `Find task: no "${id}" in this session`);
    },
    volumeOf(path) {
      if (files === null || !paths.has(path)) return null;
      volume ??= openLocalVolume({ allow: [files.directory], builtinDeny: false, recovers: false });
      return volume;
    },
    async close() {
      isClosed = true;
      await volume?.[Symbol.asyncDispose]();
      files?.[Symbol.dispose]();
    },
  };
}

function createLog(openFile: () => OutputFile | null): CommandLog {
  let held: Uint8Array[] = [];
  let size = 0;
  let file: OutputFile | null | undefined;
  let isClosed = false;
  const save = (): SavedOutput | null => {
    if (file === undefined) file = openFile();
    for (const chunk of held) file?.add(chunk);
    held = [];
    if (isClosed) file?.close();
    return file && { path: file.path, size };
  };
  return {
    add(chunk) {
      size += chunk.length;
      if (file === undefined) held.push(chunk);
      else file?.add(chunk);
      if (size > MOST_HELD_BYTES && file === undefined) save();
    },
    save,
    close() {
      isClosed = true;
      file?.close();
    },
  };
}
