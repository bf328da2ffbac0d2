import type {
  BinaryOutcome,
  DirectoryOutcome,
  ImageOutcome,
  ReadFileOrListOutcome,
  TextOutcome,
} from '@dragoman/outcomes';
import type { BinaryFacts, DirectoryFacts, ImageFacts, TextFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText, cutText } from '../shared/bounded-text.ts';
import { cutNote } from '../shared/cut-note.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { numberedLines } from '../shared/numbered-lines.ts';
import { printableName } from '../shared/printable.ts';
import { formatSize } from '../shared/size.ts';
import { textFacts } from '../shared/text-facts.ts';

/**
 * Result of `view` of dialect `editor` for whatever a path leads to.
 * @example viewed(outcome, { limit: { bytes: 20_000 } })
 */
export function viewed(
  outcome: ReadFileOrListOutcome,
  reader: Reader,
): FormattedResult<TextFacts | ImageFacts | BinaryFacts | DirectoryFacts> {
  switch (outcome.kind) {
    case 'text':
      return withGuess(outcome, reader, (within) => viewedText(outcome, within));
    case 'image':
      return {
        content: imageBlocks(outcome),
        outcome: { ...factsOf(outcome), kind: 'image', mimeType: outcome.mimeType },
      };
    case 'binary':
      return {
        content: [text(binaryNote(outcome))],
        outcome: { ...factsOf(outcome), kind: 'binary', mimeType: outcome.mimeType },
      };
    case 'directory':
      return viewedDirectory(outcome, reader);
  }
}

function viewedText(outcome: TextOutcome, { limit, display }: Reader): FormattedResult<TextFacts> {
  const { startLine, lines } = outcome;
  if (lines.length === 0) return { content: [text('(empty file)')], outcome: textFacts(outcome, 0) };

  const numbered = numberedLines(lines, { startLine, cutNote, mark: display?.mark });
  const notesAfter = (count: number) =>
    count < lines.length || outcome.isBounded ? [boundNote(startLine + count - 1)] : moreNotes(outcome);
  const shown = notedLines(numbered, { limit, notesAfter });
  if (shown.count === 0) {
    const beginning = cutText(
      numbered[0] ?? '',
      limit,
      `Truncated: line ${startLine} alone exceeds the response size limit.`,
    );
    return { content: [text(beginning)], outcome: textFacts(outcome, startLine) };
  }
  return { content: [text(shown.text)], outcome: textFacts(outcome, startLine + shown.count - 1) };
}

function boundNote(endLine: number): string {
  return `Truncated: the response size limit was reached after line ${endLine}. Use view_range to continue from line ${endLine + 1}.`;
}

function moreNotes({ isRange, more, totalLines }: TextOutcome): string[] {
  if (isRange || !more) return [];
  return [`Truncated: file has ${totalLines} lines. Use view_range to read specific sections.`];
}

function binaryNote({ size, mimeType }: BinaryOutcome): string {
  const type = mimeType === null ? '' : `: ${mimeType}`;
  return `Binary file (${formatSize(size)})${type}`;
}

function factsOf({ path, realPath, size }: ImageOutcome | BinaryOutcome) {
  return { path, realPath, size };
}

function viewedDirectory(
  { path, realPath, entries }: DirectoryOutcome,
  { limit }: Reader,
): FormattedResult<DirectoryFacts> {
  const lines = entries.map((entry) => {
    const name = printableName(entry.path);
    if (entry.kind === 'directory') return `${name}/`;
    return entry.kind === 'link' ? `${name} -> ${printableName(entry.target ?? '')}` : name;
  });
  const listing = lines.length === 0 ? '(empty directory)' : lines.join('\n');
  const note = 'Truncated: the response size limit was reached. View a subdirectory to see more.';
  return {
    content: [text(boundedText(listing, limit, note))],
    outcome: { kind: 'directory', path, realPath, entries: entries.length },
  };
}
