import type { SessionSettings } from '../sessions/opening.ts';
import { type CancelToken, createCancelToken, isStarted, withdraw } from './cancel-token.ts';
import type { FromThread, Progress, Task } from './messages.ts';
import { receivedError } from './sent-error.ts';
import type { ThreadPort } from './start-thread.ts';

/** A session's place among the threads. */
export interface SessionPlace {
  /** Names the session in every thread. */
  readonly session: number;
  /** The key of whose it is. */
  readonly principal: string;
  readonly opening: SessionSettings;
  /** Null until it is first asked for something, and after the thread was given up. */
  thread: Thread | null;
  /** True if commands run in it, as its thread has last told. */
  runsCommands: boolean;
}

/** Something that is to be done in a session, and whoever waits for it. */
export interface Job {
  readonly id: number;
  readonly place: SessionPlace;
  readonly task: Task;
  /** Another for each thread that is given the job: the last one may still find it. */
  cancelToken: CancelToken;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly onWritten: ((bytes: number) => void) | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** One thread as the first one sees it. */
export interface Thread {
  readonly port: ThreadPort;
  /** The sessions that it holds. */
  readonly places: Set<SessionPlace>;
  /** Jobs that it was given and has not answered, by id. */
  readonly jobs: Map<number, Job>;
  /** Time when it was asked for a sign of life that it has not given; null where none is due. */
  askedMs: number | null;
  /** True if it has not given a sign of life for long. */
  isStuck: boolean;
  /** True if it was given up, or has ended. */
  isGone: boolean;
}

export function createThread(port: ThreadPort): Thread {
  return { port, places: new Set(), jobs: new Map(), askedMs: null, isStuck: false, isGone: false };
}

/** Takes what a thread tells of a job to whoever waits for it. */
export function deliver(thread: Thread, message: FromThread): void {
  if (message.kind === 'pong') {
    thread.askedMs = null;
    thread.isStuck = false;
    return;
  }
  if (!('id' in message)) return;
  const job = thread.jobs.get(message.id);
  if (message.kind === 'progress') job?.onProgress?.(message.progress);
  else if (message.kind === 'written') job?.onWritten?.(message.bytes);
  else {
    thread.jobs.delete(message.id);
    if (message.kind === 'done') job?.resolve(message.value);
    else job?.reject(receivedError(message.error));
  }
}

/** True if the thread has begun something in the session: as long as it is stuck, that may be what holds it up. */
export function mayHoldUp({ jobs }: Thread, is: (place: SessionPlace) => boolean): boolean {
  return [...jobs.values()].some(({ place, cancelToken }) => is(place) && isStarted(cancelToken));
}

/** Takes back from a thread what it has not begun, of sessions that do not hold it up. */
export function takeBack(thread: Thread): readonly Job[] {
  const jobs = [...thread.jobs.values()];
  const begun = new Set(jobs.filter(({ cancelToken }) => isStarted(cancelToken)).map(({ place }) => place));
  const taken = jobs.filter(({ place, cancelToken }) => !begun.has(place) && withdraw(cancelToken));
  for (const job of taken) {
    thread.jobs.delete(job.id);
    job.cancelToken = createCancelToken();
  }
  return taken;
}

/** Expects nothing more of what a session had in its thread. */
export function leave(place: SessionPlace): void {
  place.thread?.places.delete(place);
  place.thread = null;
  place.runsCommands = false;
}

/** Expects nothing more of a thread. */
export function giveUp(thread: Thread, error: Error): void {
  thread.isGone = true;
  for (const place of thread.places) leave(place);
  for (const job of thread.jobs.values()) job.reject(error);
  thread.jobs.clear();
}
