import { compactList, type List } from './compact-list.ts';
import type { TextDocument } from './text-document.ts';

/** A range of a document: the bytes `[from, to)`. */
export interface Occurrence {
  readonly from: number;
  readonly to: number;
  /** 1-based. */
  readonly startLine: number;
}

/**
 * Finds every occurrence of the text, from the start, without overlap. All of it is literal, except that LF matches
 * CRLF, too. A text whose newlines are all CRLF matches CRLF alone. The byte-order mark is not part of the document's
 * text.
 */
export function findOccurrences(document: TextDocument, text: string): List<Occurrence> {
  const sought = document.format.encoding === 'utf-8' ? Buffer.from(text, 'utf8').toString('latin1') : text;
  const whole = searchable(document);
  const isFolded = /(?<!\r)\n/.test(sought) && whole.includes('\r\n');
  const found = isFolded ? findFolded(document, whole, sought) : null;
  // A text that ends between CR and LF is found only as it stands.
  return found !== null && found.length > 0 ? found : find(document, { haystack: whole, needle: sought });
}

function findFolded(document: TextDocument, whole: string, sought: string): List<Occurrence> {
  const [haystack, needle] = [whole.replaceAll('\r\n', '\n'), sought.replaceAll('\r\n', '\n')];
  return find(document, { haystack, needle, unfold: createUnfolder(whole) });
}

interface Search {
  readonly haystack: string;
  readonly needle: string;
  /** Turns indices into the haystack, given in ascending order, into indices into the document's text. */
  readonly unfold?: (index: number) => number;
}

function find(document: TextDocument, { haystack, needle, unfold = (index) => index }: Search): List<Occurrence> {
  const found = compactList<Occurrence>((from, to, startLine) => ({ from, to, startLine }));
  if (needle === '') return found;
  const byteOf = createByteFinder(document);
  const lineOf = createLineFinder(haystack);
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length)) {
    const startLine = lineOf(at);
    const from = byteOf(unfold(at));
    found.add(from, byteOf(unfold(at + needle.length)), startLine);
  }
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

/** Turns indices, given in ascending order, into line numbers. */
function createLineFinder(text: string): (index: number) => number {
  let line = 1;
  let newline = text.indexOf('\n');
  return (index) => {
    while (newline !== -1 && newline < index) {
      line++;
      newline = text.indexOf('\n', newline + 1);
    }
    return line;
  };
}
