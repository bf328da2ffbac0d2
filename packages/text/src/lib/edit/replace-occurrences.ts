import { isUnit, type LineEnding, unitSize } from '../encoding/text-format.ts';
import { isHighSurrogate, isLowSurrogate } from '../lines/line.ts';
import { findNewline } from '../lines/newlines.ts';
import { compactList, type List } from './compact-list.ts';
import { encodeLines } from './encode-exactly.ts';
import type { Occurrence } from './find-occurrences.ts';
import type { Splice } from './splice.ts';
import type { TextDocument } from './text-document.ts';

/**
 * Computes the splice for each occurrence. Only what differs is spliced, so that what oldText and new text share keeps its
 * bytes. A new newline takes the ending of the newline it replaces, or else of the line it stands in; on a last line
 * without ending, the one that most lines of the file have.
 * @throws ToolError `UNENCODABLE` (details as `encodeExactly`, line and column in `newText`)
 */
export function replaceOccurrences(document: TextDocument, found: Iterable<Occurrence>, newText: string): List<Splice> {
  const text = newText.replaceAll('\r\n', '\n');
  const endingAt = text.includes('\n') ? createEndingFinder(document) : () => document.format.lineEnding;
  const contents: Uint8Array[] = [];
  const nothing = new Uint8Array();
  const splices = compactList<Splice>((from, to, at) => ({ from, to, bytes: contents[at] ?? nothing }));
  let last: Answer | null = null;
  for (const occurrence of found) {
    const region = document.bytes.subarray(occurrence.from, occurrence.to);
    const ending = endingAt(occurrence.to);
    // Many occurrences of a text mostly have the same bytes, and so the same answer.
    if (last === null || last.ending !== ending || !last.region.equals(region)) {
      last = { region, ending, splice: spliceRegion(document, region, { text, ending }) };
      contents.push(last.splice.bytes);
    }
    const { from, to } = last.splice;
    splices.add(occurrence.from + from, occurrence.from + to, contents.length - 1);
  }
  return splices;
}

interface Answer {
  readonly region: Buffer;
  readonly ending: LineEnding;
  /** Relative to the region. */
  readonly splice: Splice;
}

interface Replacement {
  /** With LF for every newline. */
  readonly text: string;
  /** Of the line in which the region ends. */
  readonly ending: LineEnding;
}

function spliceRegion({ codec }: TextDocument, region: Buffer, { text, ending }: Replacement): Splice {
  const oldText = codec.decode(region);
  const middles = differingMiddles(oldText, text);
  let { from, to } = {
    from: codec.byteOffset(region, middles.oldText.from),
    to: codec.byteOffset(region, middles.oldText.to),
  };
  const isWhole = codec.decode(region.subarray(from, to)) === oldText.slice(middles.oldText.from, middles.oldText.to);
  // If a few bytes stand for two characters, an end of the middle may lie between them.
  if (!isWhole) [from, to] = [0, region.length];
  const { oldText: removed, newText: added } = isWhole ? middles : wholeOf(oldText, text);
  const endings = oldText.slice(removed.from, removed.to).match(NEWLINES) ?? [];
  const endingOf = (newline: number) => (endings[newline] === undefined ? ending : toEnding(endings[newline]));
  return { from, to, bytes: encodeLines(codec, { text, ...added }, endingOf) };
}

const NEWLINES = /\r?\n/g;

function toEnding(newline: string): LineEnding {
  return newline === '\n' ? '\n' : '\r\n';
}

function wholeOf(oldText: string, text: string) {
  return { oldText: { from: 0, to: oldText.length }, newText: { from: 0, to: text.length } };
}

/** Makes a function that says, for offsets in ascending order, how the line in which each lies ends. */
function createEndingFinder({ bytes, format }: TextDocument): (at: number) => LineEnding {
  const { encoding, lineEnding } = format;
  let newline = -1;
  let from = 0;
  return (at) => {
    if (newline < at && from !== -1) {
      newline = findNewline(bytes, at, encoding);
      from = newline;
    }
    if (newline < at) return lineEnding;
    return isUnit(bytes, newline - unitSize(encoding), { encoding, code: 0x0d }) ? '\r\n' : '\n';
  };
}

/** The middles in which two texts differ, as units `[from, to)` of each. */
interface Middles {
  readonly oldText: { readonly from: number; readonly to: number };
  readonly newText: { readonly from: number; readonly to: number };
}

/** Trims what two texts have in common at both ends. A CRLF of the oldText text is an LF of the new; neither is ever split. */
function differingMiddles(oldText: string, newText: string): Middles {
  let [oldFrom, newFrom] = [0, 0];
  let [oldTo, newTo] = [oldText.length, newText.length];
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = oldText.startsWith('\r\n', oldFrom) ? 2 : 1;
    if (oldText[oldFrom + width - 1] !== newText[newFrom]) break;
    oldFrom += width;
    newFrom++;
  }
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = oldText.endsWith('\r\n', oldTo) ? 2 : 1;
    if (oldText[oldTo - 1] !== newText[newTo - 1] || oldTo - width < oldFrom) break;
    oldTo -= width;
    newTo--;
  }
  const splitsFirst = splitsPair(oldText, oldFrom) || splitsPair(newText, newFrom) ? 1 : 0;
  const splitsLast = splitsPair(oldText, oldTo) || splitsPair(newText, newTo) ? 1 : 0;
  return {
    oldText: { from: oldFrom - splitsFirst, to: oldTo + splitsLast },
    newText: { from: newFrom - splitsFirst, to: newTo + splitsLast },
  };
}

function splitsPair(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}
