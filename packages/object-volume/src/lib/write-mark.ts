import { randomBytes } from 'node:crypto';
import type { ObjectHeaders } from './object-store.ts';

/** Metadata of an object: who wrote it, as a random text, so that a writer whose answer was lost finds its own write. */
const MARK = 'dragoman-write';
/** The marks of the writes before, the latest first: others may have written since an answer was lost. */
const EARLIER = 'dragoman-writes';

const MAX_EARLIER = 32;
/** A store keeps 2 KB of metadata; what users put there comes first. */
const MAX_METADATA_BYTES = 2048;

/** Headers for the next write of an object, with a mark of its own. */
export function marked(headers: ObjectHeaders): ObjectHeaders {
  const { [MARK]: last, [EARLIER]: earlier = '', ...own } = headers.metadata;
  const mark = randomBytes(9).toString('base64url');
  const marks = [...(last === undefined ? [] : [last]), ...earlier.split(' ').filter(Boolean)];
  const taken = Object.entries({ ...own, [MARK]: mark, [EARLIER]: '' }).flat();
  const room = MAX_METADATA_BYTES - taken.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const kept = marks.slice(0, Math.max(0, Math.min(MAX_EARLIER, Math.floor(room / (mark.length + 1)))));
  const lineage = kept.length === 0 ? {} : { [EARLIER]: kept.join(' ') };
  return { ...headers, metadata: { ...own, [MARK]: mark, ...lineage } };
}

export function markOf({ metadata }: ObjectHeaders): string | undefined {
  return metadata[MARK];
}

/** Whether an object with these headers was written with a mark, or made from what was. */
export function bears({ metadata }: ObjectHeaders, mark: string): boolean {
  return metadata[MARK] === mark || (metadata[EARLIER] ?? '').split(' ').includes(mark);
}
