import type { CellOutput, NotebookCell, NotebookOutcome } from '@dragoman/outcomes/internal/parts';
import type { NotebookFacts } from '../facts.ts';
import { type ContentBlock, type FormattedResult, type Reader, text } from '../formatter.ts';
import { cutNote } from '../shared/cut-note.ts';
import { printableName } from '../shared/printable.ts';
import { notedSections, type Section } from '../shared/sections.ts';
import { formatSize } from '../shared/size.ts';

/** The cells of a notebook with their outputs, pictures among them, and how to go on if cells remain. */
export function readNotebook(outcome: NotebookOutcome, { limit }: Reader): FormattedResult<NotebookFacts> {
  const { path, realPath, size, format, language, cells, totalCells } = outcome;
  const facts = { kind: 'notebook' as const, path, realPath, size, format, language, totalCells };
  if (cells.length === 0) return { content: [text('(no cells)')], outcome: { ...facts, cells: 0 } };

  const { content, count } = notedSections(withinImageLimit(cells.map(cellBlocks)), {
    limit,
    notesAfter: (shown) => restNote(outcome, shown),
    cutNote: '[This cell goes on: it is over the response size limit. Grep finds what it holds.]',
  });
  return { content, outcome: { ...facts, cells: count } };
}

function restNote({ cells, totalCells }: NotebookOutcome, count: number): string[] {
  const first = cells[0]?.index ?? 0;
  const next = first + count;
  if (next >= totalCells) return [];
  const shown = count === 1 ? `cell ${first}` : `cells ${first}-${next - 1}`;
  return [`[Showing ${shown} of ${totalCells}. Use offset=${next + 1} to continue.]`];
}

function cellBlocks({ index, id, type, executionCount, source, outputs }: NotebookCell): ContentBlock[] {
  const facts = [
    type,
    ...(id === null ? [] : [`id ${id}`]),
    ...(executionCount === null ? [] : [`execution ${executionCount}`]),
  ];
  const body = cutLines(source.trimEnd()) || '(empty)';
  return [text(`--- Cell ${index}: ${printableName(facts.join(', '))} ---\n${body}`), ...outputs.flatMap(outputBlocks)];
}

function outputBlocks(output: CellOutput): ContentBlock[] {
  if (output.kind === 'image') {
    const { mimeType, base64: data } = output;
    return [text(`Output (${mimeType}):`), { type: 'image', mimeType, data }];
  }
  return [text(`Output (${printableName(output.label)}):\n${cutText(cutLines(output.text))}`)];
}

const MOST_OUTPUT_CHARS = 10_000;
const MOST_LINE_CHARS = 2_000;

function cutText(whole: string): string {
  if (whole.length <= MOST_OUTPUT_CHARS) return whole;
  return `${firstChars(whole, MOST_OUTPUT_CHARS)}\n[This output goes on: it has ${whole.length} characters.]`;
}

function cutLines(whole: string): string {
  return whole
    .split('\n')
    .map((line) =>
      line.length <= MOST_LINE_CHARS ? line : `${firstChars(line, MOST_LINE_CHARS)}${cutNote([...line].length)}`,
    )
    .join('\n');
}

/** Never splits a pair of surrogates. */
function firstChars(whole: string, count: number): string {
  return whole.slice(0, count).replace(/[\ud800-\udbff]$/, '');
}

// Common clients end the connection over 9 MB of base64 in one result.
const MOST_IMAGE_CHARS = 9 * 1024 * 1024;

function withinImageLimit(sections: readonly Section[]): Section[] {
  let room = MOST_IMAGE_CHARS;
  const orNote = (block: ContentBlock): ContentBlock => {
    if (block.type !== 'image') return block;
    room -= block.data.length;
    if (room >= 0) return block;
    return text(`(left out: ${formatSize((block.data.length / 4) * 3)}; a result carries 9 MB of images at most)`);
  };
  return sections.map((section) => section.map(orNote));
}
