import type { Pace } from '@dragoman/fs-core/internal/kernel';
import { isUnit, type LineEnding, unitSize } from '../encoding/text-format.ts';
import { isHighSurrogate, isLowSurrogate } from '../lines/line.ts';
import { findNewline } from '../lines/newlines.ts';
import { compactList, type List } from './compact-list.ts';
import { encodeLines } from './encode-exactly.ts';
import type { Occurrence } from './find-occurrences.ts';
import { lfOnly } from './lf-only.ts';
import type { Splice } from './splice.ts';
import type { TextDocument } from './text-document.ts';

/**
 * Computes the splice for each occurrence. Only what differs is spliced, so that what oldText and new text share keeps its
 * bytes. A new newline takes the ending of the newline it replaces, or else of the line it stands in; on a last line
 * without ending, the one that most lines of the file have.
 * @throws ToolError `UNENCODABLE` (details as `encodeExactly`, line and column in `newText`)
 */
export async function replaceOccurrences(
  document: TextDocument,
  found: Iterable<Occurrence>,
  { newText, pace }: NewText,
): Promise<List<Splice>> {
  const text = await lfOnly(newText, pace);
  const endingAt = text.includes('\n') ? createEndingFinder(document) : () => document.format.lineEnding;
  const contents: Uint8Array[] = [];
  const nothing = new Uint8Array();
  const splices = compactList<Splice>((from, to, at) => ({ from, to, bytes: contents[at] ?? nothing }));
  // Many occurrences of a text mostly have the same bytes, and so the same answer.
  let answers: readonly Answer[] = [];
  for (const occurrence of found) {
    const region = document.bytes.subarray(occurrence.from, occurrence.to);
    const ending = endingAt(occurrence.to);
    let answer = answers.find((known) => known.ending === ending && known.region.equals(region));
    if (answer === undefined) {
      const splice = await spliceRegion(document, region, { text, ending, pace });
      answer = { region, ending, splice, at: contents.push(splice.bytes) - 1 };
      answers = [answer, ...answers.slice(0, MAX_ANSWERS - 1)];
    }
    const { from, to } = answer.splice;
    splices.add(occurrence.from + from, occurrence.from + to, answer.at);
    if (splices.length % STRIDE === 0) await pace();
  }
  return splices;
}

/** Text that takes the place of each occurrence. */
export interface NewText {
  readonly newText: string;
  readonly pace: Pace;
}

const MAX_ANSWERS = 8;

/** Occurrences between two pauses. */
const STRIDE = 1024;

interface Answer {
  readonly region: Buffer;
  readonly ending: LineEnding;
  /** Relative to the region. */
  readonly splice: Splice;
  /** Position of its bytes among all contents. */
  readonly at: number;
}

interface Replacement {
  /** Text with LF for every newline. */
  readonly text: string;
  /** Ending of the line in which the region ends. */
  readonly ending: LineEnding;
  readonly pace: Pace;
}

async function spliceRegion({ codec }: TextDocument, region: Buffer, replacement: Replacement): Promise<Splice> {
  const { text, ending, pace } = replacement;
  const oldText = codec.decode(region);
  const middles = await differingMiddles(oldText, text, pace);
  let { from, to } = {
    from: codec.byteOffset(region, middles.oldText.from),
    to: codec.byteOffset(region, middles.oldText.to),
  };
  const isWhole = codec.decode(region.subarray(from, to)) === oldText.slice(middles.oldText.from, middles.oldText.to);
  // If a few bytes stand for two characters, an end of the middle may lie between them.
  if (!isWhole) [from, to] = [0, region.length];
  const { oldText: removed, newText: added } = isWhole ? middles : wholeOf(oldText, text);
  const endingOf = createOldEndings(oldText.slice(removed.from, removed.to), ending);
  return { from, to, bytes: await encodeLines(codec, { text, ...added }, { endingOf, pace }) };
}

/** Gives the endings of a text's newlines one after the other, and then another one. */
function createOldEndings(oldText: string, other: LineEnding): () => LineEnding {
  let newline = oldText.indexOf('\n');
  return () => {
    if (newline === -1) return other;
    const ending = oldText[newline - 1] === '\r' ? '\r\n' : '\n';
    newline = oldText.indexOf('\n', newline + 1);
    return ending;
  };
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

/** Trims what two texts have in common at both ends. A CRLF of the old text is an LF of the new; neither is ever split. */
async function differingMiddles(oldText: string, newText: string, pace: Pace): Promise<Middles> {
  let [oldFrom, newFrom] = [0, 0];
  let [oldTo, newTo] = [oldText.length, newText.length];
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = oldText.startsWith('\r\n', oldFrom) ? 2 : 1;
    if (oldText[oldFrom + width - 1] !== newText[newFrom]) break;
    oldFrom += width;
    newFrom++;
    if (newFrom % UNITS === 0) await pace();
  }
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = oldText.endsWith('\r\n', oldTo) ? 2 : 1;
    if (oldText[oldTo - 1] !== newText[newTo - 1] || oldTo - width < oldFrom) break;
    oldTo -= width;
    newTo--;
    if (newTo % UNITS === 0) await pace();
  }
  const splitsFirst = splitsPair(oldText, oldFrom) || splitsPair(newText, newFrom) ? 1 : 0;
  const splitsLast = splitsPair(oldText, oldTo) || splitsPair(newText, newTo) ? 1 : 0;
  return {
    oldText: { from: oldFrom - splitsFirst, to: oldTo + splitsLast },
    newText: { from: newFrom - splitsFirst, to: newTo + splitsLast },
  };
}

/** Code units that are compared between two pauses. */
const UNITS = 64 * 1024;

function splitsPair(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}
