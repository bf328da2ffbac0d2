import {
  assertNotCancelled,
  type Change,
  type OpenFile,
  type UpdateOptions,
  type WriteResult,
} from '@dragoman/fs-core/internal/kernel';
import type { ObjectHeaders, StoredObject } from '../object-store.ts';
import { marked } from '../write-mark.ts';
import { assembled, versionIn } from './assembled.ts';
import { look, openFound } from './look.ts';
import type { ObjectContext, Place } from './object-context.ts';
import { bytesContent, identityOf, openObjectFile } from './object-file.ts';
import { failed } from './places.ts';
import { assertCreatable, backOff, conflict, TRIES } from './write-conflict.ts';

/** One change that waits for its round, and who is told what came of it. */
interface QueuedChange {
  readonly place: Place;
  readonly change: Change<unknown>;
  readonly options: UpdateOptions;
  attempts: number;
  /** True if its caller has been answered. */
  isSettled: boolean;
  resolve(result: WriteResult<unknown>): void;
  reject(error: unknown): void;
}

/** Changes files by compare-and-swap; what waits for one object in this process goes in one PUT. */
export type Updater = <Result>(
  place: Place,
  change: Change<Result>,
  options: UpdateOptions,
) => Promise<WriteResult<Result>>;

export function createUpdater(context: ObjectContext): Updater {
  const queues = new Map<string, QueuedChange[]>();

  const work = async (key: string, queue: QueuedChange[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      const again = await round(context, batch).catch((error: unknown) => {
        for (const each of batch) each.reject(error);
        return [];
      });
      queue.unshift(...again);
    }
    queues.delete(key);
  };

  const enqueue = (waiting: QueuedChange): void => {
    const { key } = waiting.place;
    const queue = queues.get(key);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    const started = [waiting];
    queues.set(key, started);
    void work(key, started);
  };

  return <Result>(place: Place, change: Change<Result>, options: UpdateOptions) =>
    new Promise<WriteResult<Result>>((resolve, reject) => {
      enqueue({
        ...{ place, options, reject, attempts: 0, isSettled: false },
        // What a change gives comes back to its own caller; in between, nobody looks at it.
        change: change as Change<unknown>,
        resolve: resolve as (result: WriteResult<unknown>) => void,
      });
    });
}

/** Content of the store as the changes of one round find it. */
interface Base {
  readonly object: StoredObject | null;
  readonly headers: ObjectHeaders;
  readonly file: OpenFile | null;
}

/** A change that was computed. */
interface ComputedWrite {
  readonly waiting: QueuedChange;
  readonly bytes: Uint8Array;
  readonly result: Omit<WriteResult<unknown>, 'identity'>;
}

/**
 * Applies changes to one content, one after the other, and puts what comes of them. @returns those that need another round
 * @throws ToolError that concerns them all
 */
async function round(context: ObjectContext, batch: readonly QueuedChange[]): Promise<QueuedChange[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const { place } = first;
  const startMs = performance.now();
  const base = await baseOf(context, place);
  try {
    const { computed, again } = await computeAll(context, base, batch);
    const last = computed.at(-1);
    if (last === undefined) return again;
    // Whoever gave up in the meantime must not be part of what is put.
    if (computed.some(({ waiting }) => waiting.options.signal?.aborted)) return batch.filter((each) => !each.isSettled);
    const etag = await putAll(context, { place, base, last, computed });
    if (etag !== null) return again;
    return await retryAfterConflict(batch, performance.now() - startMs);
  } finally {
    base.file?.close();
  }
}

async function baseOf(context: ObjectContext, place: Place): Promise<Base> {
  const found = await look(context, place, { content: true, depth: 'one' });
  if (found?.kind === 'directory') throw failed('EISDIR', place.path);
  if (found === null) {
    await assertCreatable(context, place);
    return { object: null, headers: { metadata: {} }, file: null };
  }
  const headers = found.content === null ? { metadata: {} } : found.headers;
  return { object: found.object, headers, file: openFound(context, place, found) };
}

async function computeAll(context: ObjectContext, base: Base, batch: readonly QueuedChange[]) {
  const computed: ComputedWrite[] = [];
  const again: QueuedChange[] = [];
  let current = base.file;
  for (const waiting of batch) {
    if (waiting.isSettled) continue;
    const isFirst = computed.length === 0;
    try {
      assertNotCancelled(waiting.options.signal);
      // What a dry run tells must be true of what is in the store.
      if (waiting.options.dryRun && !isFirst) again.push(waiting);
      else {
        const made = await compute(waiting, current);
        if (waiting.options.dryRun) answer(waiting, { ...made.result, identity: null });
        else {
          computed.push(made);
          current = intermediate(context, waiting.place, made);
        }
      }
    } catch (error) {
      // What fails on content that nobody has put yet is asked again.
      if (isFirst || waiting.options.signal?.aborted) refuse(waiting, error);
      else again.push(waiting);
    }
  }
  return { computed, again };
}

async function compute(waiting: QueuedChange, current: OpenFile | null): Promise<ComputedWrite> {
  const { place, change, options } = waiting;
  const { bytes, result } = await assembled(place, await change(current, place.realPath), {
    current,
    signal: options.signal,
  });
  const { realPath } = place;
  const facts = { realPath, created: current === null, bytesWritten: bytes.length, version: versionIn(bytes) };
  return { waiting, bytes, result: { ...facts, brokeHardLink: false, notKept: [], synced: true, result } };
}

/** Result of a change, for the next to go on from: it is in no store, so no state that anybody has seen. */
function intermediate({ copy }: ObjectContext, { realPath, key }: Place, { bytes, result }: ComputedWrite): OpenFile {
  const object = { key, etag: `${result.version} not yet`, size: bytes.length, modifiedMs: Date.now() };
  return openObjectFile(realPath, object, bytesContent(bytes, copy.hold));
}

interface PutRound {
  readonly place: Place;
  readonly base: Base;
  readonly last: ComputedWrite;
  readonly computed: readonly ComputedWrite[];
}

/** Puts the content that the last change made, and answers all of them; null where another came first. */
async function putAll(context: ObjectContext, { place, base, last, computed }: PutRound): Promise<string | null> {
  const headers = marked(base.headers);
  const only = computed.length === 1 ? last.waiting.options.signal : undefined;
  const etag = await context.store.put(place.key, last.bytes, base.object?.etag ?? null, headers, only);
  if (etag === null) return null;
  const object = { key: place.key, etag, size: last.bytes.length, modifiedMs: Date.now() };
  if (object.size <= context.maxFileBytes) context.copies.put({ path: place.relative, object, headers }, last.bytes);
  else context.copies.forget(place.relative);
  for (const { waiting, bytes, result } of computed) {
    const state = waiting === last.waiting ? etag : `${result.version} overwritten`;
    answer(waiting, { ...result, identity: identityOf({ key: place.key, etag: state, size: bytes.length }) });
  }
  return etag;
}

function answer(waiting: QueuedChange, result: WriteResult<unknown>): void {
  waiting.isSettled = true;
  if (result.identity !== null) waiting.options.onWritten?.(result);
  waiting.resolve(result);
}

function refuse(waiting: QueuedChange, error: unknown): void {
  waiting.isSettled = true;
  waiting.reject(error);
}

/** Waits a moment after somebody else has written; those that have tried often enough are refused. */
async function retryAfterConflict(batch: readonly QueuedChange[], roundMs: number): Promise<QueuedChange[]> {
  const waiting = batch.filter((each) => !each.isSettled);
  for (const each of waiting) {
    each.attempts += 1;
    if (each.attempts >= TRIES) refuse(each, conflict(each.place.path));
  }
  const again = waiting.filter((each) => !each.isSettled);
  if (again.length > 0) await backOff(Math.max(...again.map(({ attempts }) => attempts)), roundMs);
  return again;
}
