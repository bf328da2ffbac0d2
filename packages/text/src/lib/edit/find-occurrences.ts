import type { Pace } from '@dragoman/fs-core/internal/kernel';
import { countAllNewlines } from '../lines/byte-counter.ts';
import { compactList, type List } from './compact-list.ts';
import { findMatches, type Match } from './find-matches.ts';
import { lfOnly } from './lf-only.ts';
import type { TextDocument } from './text-document.ts';

/** A range of a document: the bytes `[from, to)`. */
export interface Occurrence {
  readonly from: number;
  readonly to: number;
  /** 1-based; counted when it is asked for. */
  readonly startLine: number;
}

/**
 * Finds every occurrence of the text, from the start, without overlap. All of it is literal, except that LF matches
 * CRLF, too. A text whose newlines are all CRLF matches CRLF alone. The byte-order mark is not part of the document's
 * text.
 */
export async function findOccurrences(document: TextDocument, text: string, pace: Pace): Promise<List<Occurrence>> {
  const sought = document.format.encoding === 'utf-8' ? Buffer.from(text, 'utf8').toString('latin1') : text;
  const whole = searchable(document);
  const isFolded = /(?<!\r)\n/.test(sought) && whole.includes('\r\n');
  const unfolded = { haystack: whole, needle: sought, pace };
  const found = isFolded ? await find(document, await folded(unfolded)) : null;
  // A text that ends between CR and LF is found only as it stands.
  return found !== null && found.length > 0 ? found : await find(document, unfolded);
}

async function folded({ haystack, needle, pace }: Search): Promise<Search> {
  const texts = { haystack: await lfOnly(haystack, pace), needle: await lfOnly(needle, pace) };
  return { ...texts, unfold: createUnfolder(haystack), pace };
}

interface Search extends Match {
  readonly pace: Pace;
  /** Turns indices into the haystack, given in ascending order, into indices into the document's text. */
  readonly unfold?: (index: number) => number;
}

async function find(document: TextDocument, search: Search): Promise<List<Occurrence>> {
  const { needle, unfold = (index) => index, pace } = search;
  const lineOf = createLineFinder(document);
  const found = compactList<Occurrence>((from, to) => ({
    from,
    to,
    get startLine() {
      return lineOf(from);
    },
  }));
  const byteOf = createByteFinder(document);
  const add = (at: number): void => {
    const from = byteOf(unfold(at));
    found.add(from, byteOf(unfold(at + needle.length)));
  };
  await findMatches(search, add, pace);
  return found;
}

/** UTF-8 as bytes, so that invalid sequences shift nothing; others as text, since characters may have several forms. */
function searchable({ bytes, format, codec }: TextDocument): string {
  const content = bytes.subarray(format.bomLength);
  return format.encoding === 'utf-8' ? content.toString('latin1') : codec.decode(content);
}

/** Turns indices into the searched text, given in ascending order, into byte offsets in the file. */
function createByteFinder({ bytes, format, codec }: TextDocument): (index: number) => number {
  if (format.encoding === 'utf-8') return (index) => format.bomLength + index;
  let lastIndex = 0;
  let lastByte = format.bomLength;
  return (index) => {
    lastByte += codec.byteOffset(bytes.subarray(lastByte), index - lastIndex);
    lastIndex = index;
    return lastByte;
  };
}

/** Turns indices into a text without the CRs before its LFs, given in ascending order, into indices with them. */
function createUnfolder(whole: string): (index: number) => number {
  let removed = 0;
  let cr = whole.indexOf('\r\n');
  return (index) => {
    while (cr !== -1 && cr - removed < index) {
      removed++;
      cr = whole.indexOf('\r\n', cr + 2);
    }
    return index + removed;
  };
}

/** Turns byte offsets into line numbers; the next one is found soonest if it is not smaller than the last. */
function createLineFinder({ bytes, format }: TextDocument): (offset: number) => number {
  const start = { at: format.bomLength, line: 1 };
  let last = start;
  return (offset) => {
    const { at, line } = offset < last.at ? start : last;
    last = { at: offset, line: line + countAllNewlines(bytes.subarray(at, offset), format.encoding) };
    return last.line;
  };
}
