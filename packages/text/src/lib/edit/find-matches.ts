import type { Pace } from '@dragoman/fs-core/internal/kernel';

/** Finds a text in another, as a job that others must not wait for. */
export interface Match {
  readonly haystack: string;
  readonly needle: string;
}

/** Characters that are searched between two pauses. */
const WINDOW = 64 * 1024;

/** The engine's own search takes up to the product of both lengths where much repeats: it looks for no more than this. */
const HEAD = 256;

/**
 * Tells of each place where the needle is, from the start and without overlap. The time is linear in both lengths,
 * whatever repeats.
 */
export async function findMatches({ haystack, needle }: Match, onMatch: (at: number) => void, pace: Pace) {
  if (needle === '' || needle.length > haystack.length) return;
  if (needle.length > HEAD) return findLong({ haystack, needle }, onMatch, pace);
  for (let from = 0; from < haystack.length; ) {
    const window = haystack.slice(from, from + WINDOW + needle.length - 1);
    let next = 0;
    for (let at = window.indexOf(needle); at !== -1; at = window.indexOf(needle, next)) {
      onMatch(from + at);
      next = at + needle.length;
    }
    from += Math.max(WINDOW, next);
    await pace();
  }
}

/** Knuth, Morris and Pratt's search, which passes over all that does not begin as the needle does. */
async function findLong({ haystack, needle }: Match, onMatch: (at: number) => void, pace: Pace): Promise<void> {
  const borders = await bordersOf(needle, pace);
  const head = needle.slice(0, HEAD);
  let matched = 0;
  for (let at = 0; at < haystack.length; at += 1) {
    if (matched === 0) {
      at = await indexOfShort({ haystack, needle: head }, at, pace);
      if (at === -1) return;
      matched = HEAD;
      at += HEAD;
    }
    const unit = haystack.charCodeAt(at);
    while (matched > 0 && unit !== needle.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === needle.charCodeAt(matched)) matched += 1;
    if (matched === needle.length) {
      onMatch(at + 1 - matched);
      matched = 0;
    }
    if (at % WINDOW === 0) await pace();
  }
}

/** Length, for each beginning of a text, of its longest proper beginning that is also its end. */
async function bordersOf(text: string, pace: Pace): Promise<Uint32Array> {
  const borders = new Uint32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== text.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === text.charCodeAt(matched)) matched += 1;
    borders[at] = matched;
    if (at % WINDOW === 0) await pace();
  }
  return borders;
}

/** The first place of a short text at or after `from`; -1 if there is none. */
export async function indexOfShort({ haystack, needle }: Match, from: number, pace: Pace): Promise<number> {
  for (let start = from; start < haystack.length; start += WINDOW) {
    const at = haystack.slice(start, start + WINDOW + needle.length - 1).indexOf(needle);
    if (at !== -1) return start + at;
    await pace();
  }
  return -1;
}
