import type { PageBound } from '@dragoman/fs-core/internal/kernel';
import type { PageLimits, PageUsage } from '@dragoman/outcomes/internal/parts';
import { loadTokenizer } from '../tokens/tokenizer.ts';
import { cutPage } from './cut-page.ts';
import { noRoom } from './page-limits.ts';

export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  readonly usage: PageUsage;
  readonly truncatedBy: PageBound | null;
}

export interface ListOptions<Entry> {
  readonly limits: PageLimits;
  /** An entry as one line of the text to which the limits apply. */
  readonly lineOf: (entry: Entry) => string;
  /** More entries follow the given ones, which are as many as the limit on lines allows. */
  readonly hasMore: boolean;
}

/** Cuts a list to as many entries as the limits let through. */
export async function cutList<Entry>(
  entries: readonly Entry[],
  { limits, lineOf, hasMore }: ListOptions<Entry>,
): Promise<ListPage<Entry>> {
  const tokenizer = limits.maxTokens === null ? null : await loadTokenizer();
  const carried = entries.slice(0, countWithin(entries, limits.maxJsonBytes));
  // A name may hold a newline, which would make two lines of one.
  const lines = carried.map((entry) => `${lineOf(entry).replaceAll('\n', '\\n')}\n`);
  const page = await cutPage(lines.join(''), { limits, tokenizer, isComplete: true, wholeLinesOnly: true });
  if (page === null) throw new TypeError('A complete text can always be cut');
  const { usage } = page;
  const rest = carried.length < entries.length ? 'response' : hasMore ? limits.linesBoundBy : null;
  const truncatedBy = page.truncatedBy ?? rest;
  if (usage.lines === 0 && entries.length > 0) throw noRoom(limits, truncatedBy ?? 'response', lines[0]);
  return { entries: carried.slice(0, usage.lines), usage, truncatedBy };
}

// What an entry takes in JSON besides its own: longer names of fields, and what separates entries.
const FRAME_BYTES = 32;

// Any character beyond ASCII may be shown as an escape of six bytes for each unit.
const BEYOND_ASCII = /[^\0-~]/g;
const ESCAPE_BYTES = 5;

/** Number of entries that fit as JSON. */
function countWithin(entries: readonly unknown[], maxBytes: number): number {
  let left = maxBytes;
  let count = 0;
  for (const entry of entries) {
    const json = JSON.stringify(entry);
    left -= Buffer.byteLength(json) + FRAME_BYTES + ESCAPE_BYTES * (json.match(BEYOND_ASCII)?.length ?? 0);
    if (left < 0) break;
    count += 1;
  }
  return count;
}
