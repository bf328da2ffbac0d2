import { randomBytes } from 'node:crypto';
import type { ObjectHeaders } from './object-store.ts';

/** Metadata of an object: who wrote it, as a random text, so that a writer whose answer was lost finds its own write. */
const MARK = 'dragoman-write';
/** The marks of the writes before, the latest first: others may have written since an answer was lost. */
const EARLIER = 'dragoman-writes';

const MAX_EARLIER = 100;
const MARK_BYTES = 6;
/** Stands last where older marks had no room. No mark is so short. */
const CUT = '...';
/** A store keeps 2 KB of metadata; what users put there comes first. */
const MAX_METADATA_BYTES = 2048;

/** Headers for the next write of an object, with a mark of its own. */
export function marked(headers: ObjectHeaders): ObjectHeaders {
  const { [MARK]: last, [EARLIER]: earlier = '', ...own } = headers.metadata;
  const mark = randomBytes(MARK_BYTES).toString('base64url');
  const marks = [...(last === undefined ? [] : [last]), ...earlier.split(' ').filter(Boolean)];
  const taken = Object.entries({ ...own, [MARK]: mark, [EARLIER]: '' }).flat();
  const room = MAX_METADATA_BYTES - taken.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const kept = shortened(marks, Math.max(0, Math.min(MAX_EARLIER, Math.floor(room / (mark.length + 1)))));
  const lineage = kept.length === 0 ? {} : { [EARLIER]: kept.join(' ') };
  return { ...headers, metadata: { ...own, [MARK]: mark, ...lineage } };
}

function shortened(marks: readonly string[], length: number): readonly string[] {
  return marks.length <= length || length === 0 ? marks.slice(0, length) : [...marks.slice(0, length - 1), CUT];
}

export function markOf({ metadata }: ObjectHeaders): string | undefined {
  return metadata[MARK];
}

/** True if an object with these headers was written with a mark, or made from one that was. */
export function bears({ metadata }: ObjectHeaders, mark: string): boolean {
  return metadata[MARK] === mark || (metadata[EARLIER] ?? '').split(' ').includes(mark);
}

/**
 * True if an object with headers that do not bear a write's mark may still have been made from that write: so many have
 * written since that its marks go back neither to the write nor to what the write replaced.
 * @param write the headers of the write
 */
export function mayHaveBorne({ metadata }: ObjectHeaders, write: ObjectHeaders): boolean {
  const earlier = (metadata[EARLIER] ?? '').split(' ');
  const [replaced = ''] = (write.metadata[EARLIER] ?? '').split(' ');
  return earlier.includes(CUT) && (replaced === CUT || !earlier.includes(replaced));
}
