import { assertNotCancelled, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { PdfPage } from '@dragoman/outcomes/internal/parts';
import { type Bound, startBoundedThread } from '../bounded-thread.ts';
import type { PageEvent, PageRequest } from './page-events.ts';

export interface PagesRead {
  readonly totalPages: number;
  readonly pages: readonly PdfPage[];
  /** Text is missing from `pages`: its font needs a table of characters that is not shipped. */
  readonly hasUnmappedText: boolean;
  /** The limit that ended the reading before all requested pages; null if none did. */
  readonly endedBy: Bound | null;
}

export interface ReadPagesOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 20_000;
// A few megabytes of a hostile file can unpack to as many gigabytes.
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;

/**
 * Reads the text of some pages of a PDF in a thread of its own, within limits on time and memory. The bytes are
 * transferred to that thread, so the caller can no longer use them.
 * @throws ToolError `UNSUPPORTED_FILE` (details: `reason`: `encrypted`, `damaged`, `memory`), `TIMEOUT`, `CANCELLED`
 */
export async function readPages(request: PageRequest, options: ReadPagesOptions = {}): Promise<PagesRead> {
  const { signal, timeLimitMs = TIME_LIMIT_MS } = options;
  const task = { script: new URL('./pdf-worker.js', import.meta.url), data: { ...request } };
  await using thread = startBoundedThread(task, { signal, timeLimitMs, memoryLimitBytes: MEMORY_LIMIT_BYTES });
  let totalPages: number | null = null;
  let hasUnmappedText = false;
  const pages: PdfPage[] = [];
  try {
    for await (const event of thread.messages) {
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
    if (thread.endedBy() === null && totalPages === null) throw unreadable('damaged');
  }
  const endedBy = thread.endedBy();
  const isRead = pages.length > 0 || (totalPages !== null && totalPages < request.first);
  if (totalPages !== null && isRead) return { totalPages, pages, hasUnmappedText, endedBy };
  if (endedBy === 'time')
    throw new ToolError(
      { code: 'TIMEOUT', problem: 'pdf', reason: 'time', timeoutMs: timeLimitMs },
      'Cannot read PDF: it takes too long',
    );
  throw unreadable(endedBy ?? 'damaged');
}

function unreadable(reason: 'encrypted' | 'damaged' | 'memory'): ToolError {
  return new ToolError(
    { code: 'UNSUPPORTED_FILE', reason, mimeType: 'application/pdf' },
    `Cannot read PDF: ${WORDS[reason]}`,
  );
}

const WORDS = { encrypted: 'encrypted', damaged: 'damaged', memory: 'too much memory needed' } as const;
