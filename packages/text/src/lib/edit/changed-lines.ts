import type { ChangedLines } from '@dragoman/outcomes/internal/parts';
import type { List } from './compact-list.ts';
import { endOfLine, startOfLine } from './differing-lines.ts';
import type { Occurrence } from './find-occurrences.ts';
import { type TextDocument, textOf } from './text-document.ts';

/** Places in a document, at least one, and the document with something else in (part of) each. */
export interface DocumentEdit {
  readonly document: TextDocument;
  readonly found: List<Occurrence>;
  readonly changed: TextDocument;
}

/**
 * The lines from the first place of an edit to the last, and `context` lines on either side: no other part of the
 * document is decoded.
 */
export function changedLines({ document, found, changed }: DocumentEdit, context: number): ChangedLines {
  const [first, last] = [found.at(0), found.at(-1)];
  if (first === undefined || last === undefined) return { startLine: 1, text: '' };
  const startLine = Math.max(1, first.startLine - context);
  let from = startOfLine(document, first.from);
  for (let left = first.startLine - startLine; left > 0; left -= 1) from = startOfLine(document, from - 1);
  let to = endOfLine(document, last.to);
  for (let left = context; left > 0; left -= 1) to = endOfLine(document, to);
  return { startLine, text: textOf(changed, from, to + changed.bytes.length - document.bytes.length) };
}
