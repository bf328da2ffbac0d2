import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { assertNotCancelled, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { PdfPage } from '@dragoman/outcomes/internal/parts';
import type { PageEvent, PageRequest } from './page-events.ts';

export interface PagesRead {
  readonly totalPages: number;
  readonly pages: readonly PdfPage[];
  /** Text is missing from `pages`: its font needs a table of characters that is not shipped. */
  readonly hasUnmappedText: boolean;
  /** The limit that ended the reading before all requested pages; null if none did. */
  readonly endedBy: Bound | null;
}

export type Bound = 'time' | 'memory';

export interface ReadPagesOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 20_000;
// A few megabytes of a hostile file can unpack to as many gigabytes.
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 25;

/**
 * Reads the text of some pages of a PDF in a thread of its own, within limits on time and memory. The bytes are
 * transferred to that thread, so the caller can no longer use them.
 * @throws ToolError `UNSUPPORTED_FILE` (details: `reason`: `encrypted`, `damaged`, `memory`), `TIMEOUT`, `CANCELLED`
 */
export async function readPages(request: PageRequest, options: ReadPagesOptions = {}): Promise<PagesRead> {
  const { signal, timeLimitMs = TIME_LIMIT_MS } = options;
  using memory = watchMemory();
  // The caller's signal may be of another class, which `AbortSignal.any` does not take.
  const time = AbortSignal.timeout(timeLimitMs);
  const cancelled = new AbortController();
  const cancel = (): void => cancelled.abort();
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  const stop = AbortSignal.any([time, memory.exhausted, cancelled.signal]);
  const worker = startWorker(request);
  let totalPages: number | null = null;
  let hasUnmappedText = false;
  const pages: PdfPage[] = [];
  try {
    for await (const [event] of on(worker, 'message', { signal: stop, close: ['exit'] })) {
      const told = event as PageEvent;
      if (told.kind === 'refused') throw unreadable(told.reason);
      if (told.kind === 'opened') totalPages = told.totalPages;
      else if (told.kind === 'unmapped') hasUnmappedText = true;
      else pages.push(told.page);
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    assertNotCancelled(signal);
    // Whatever else goes wrong in the worker is the file's fault.
    if (!stop.aborted && totalPages === null) throw unreadable('damaged');
  } finally {
    signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
  const endedBy = time.aborted ? 'time' : memory.exhausted.aborted ? 'memory' : null;
  const isRead = pages.length > 0 || (totalPages !== null && totalPages < request.first);
  if (totalPages !== null && isRead) return { totalPages, pages, hasUnmappedText, endedBy };
  if (endedBy === 'time')
    throw new ToolError(
      { code: 'TIMEOUT', problem: 'pdf', reason: 'time', timeoutMs: timeLimitMs },
      'Cannot read PDF: it takes too long',
    );
  throw unreadable(endedBy ?? 'damaged');
}

function startWorker(request: PageRequest): Worker {
  return new Worker(new URL('./pdf-worker.js', import.meta.url), {
    workerData: request,
    transferList: [request.bytes.buffer as ArrayBuffer],
    env: {},
    execArgv: [],
    // Its output is dropped: the process's stdout may carry a protocol.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_BYTES / (1024 * 1024) },
  });
}

interface MemoryWatch extends Disposable {
  readonly exhausted: AbortSignal;
}

/** A worker's resource limits do not count its buffers, so the memory of the process is watched. */
function watchMemory(): MemoryWatch {
  const exhausted = new AbortController();
  const most = process.memoryUsage.rss() + MEMORY_LIMIT_BYTES;
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > most) exhausted.abort();
  }, LOOK_EVERY_MS);
  return { exhausted: exhausted.signal, [Symbol.dispose]: () => clearInterval(timer) };
}

function unreadable(reason: 'encrypted' | 'damaged' | 'memory'): ToolError {
  return new ToolError(
    { code: 'UNSUPPORTED_FILE', reason, mimeType: 'application/pdf' },
    `Cannot read PDF: ${WORDS[reason]}`,
  );
}

const WORDS = { encrypted: 'encrypted', damaged: 'damaged', memory: 'too much memory needed' } as const;
