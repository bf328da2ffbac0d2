export { changedLines, type DocumentEdit } from '../lib/edit/changed-lines.ts';
export type { List } from '../lib/edit/compact-list.ts';
export { differingLines } from '../lib/edit/differing-lines.ts';
export {
  type DocumentLines,
  type LineEdit,
  linesBetweenNewlines,
  linesOf,
  spliceLines,
} from '../lib/edit/document-lines.ts';
export { encodeExactly } from '../lib/edit/encode-exactly.ts';
export { encodeOver, type Overwriting } from '../lib/edit/encode-over.ts';
export { findMatches } from '../lib/edit/find-matches.ts';
export { findOccurrences, type Occurrence } from '../lib/edit/find-occurrences.ts';
export { findIndentedLines, type IndentedLines } from '../lib/edit/indented-lines.ts';
export { lfOnly } from '../lib/edit/lf-only.ts';
export {
  countDocumentLines,
  type LineReplacement,
  type LineSplice,
  replaceLines,
  textOfLines,
} from '../lib/edit/replace-lines.ts';
export { type NewText, replaceOccurrences } from '../lib/edit/replace-occurrences.ts';
export { findSimilarText } from '../lib/edit/similar-text.ts';
export { applySplices, type Splice, sizeAfter } from '../lib/edit/splice.ts';
export { documentOf, readDocument, type TextDocument, textOf } from '../lib/edit/text-document.ts';
export { findQuoted, quotedLike } from '../lib/edit/typographic-quotes.ts';
export { carryEncoding } from '../lib/encoding/carried-encodings.ts';
export type { Codec } from '../lib/encoding/codec.ts';
export { FOREIGN_ENCODINGS } from '../lib/encoding/foreign-encodings.ts';
export { loadCodec } from '../lib/encoding/load-codec.ts';
export { type OfficeFamily, officeFamilyOf } from '../lib/encoding/office-type.ts';
export { isUnusual } from '../lib/encoding/settle-encoding.ts';
export { sniff, sniffBytes } from '../lib/encoding/sniff.ts';
export { guessOf } from '../lib/encoding/text-facts.ts';
export type { ContentKind, Encoding, LineEnding, SniffedText, TextFormat } from '../lib/encoding/text-format.ts';
export { countCodePoints, firstCodePoints } from '../lib/lines/line.ts';
export type { LineOffset } from '../lib/lines/line-map.ts';
export { countAllLines, findLine, type LineRange, type LinesRead, readLines } from '../lib/lines/read-lines.ts';
export { readWindow, type TextWindow, type WindowPosition } from '../lib/lines/read-window.ts';
