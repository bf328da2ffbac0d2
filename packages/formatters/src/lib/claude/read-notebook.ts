import type { CellOutput, NotebookCell, NotebookOutcome } from '@dragoman/outcomes/internal/parts';
import type { NotebookFacts } from '../facts.ts';
import { type ContentBlock, type FormattedResult, type Reader, text } from '../formatter.ts';
import { counted } from '../shared/counted.ts';
import { boundedPictures, pictureBlocks, unshownText } from '../shared/notebook-outputs.ts';
import { printableName, withoutControls } from '../shared/printable.ts';
import { notedSections } from '../shared/sections.ts';

/** The cells of a notebook as elements, each followed by its outputs, and how to go on if cells remain. */
export function readNotebook(outcome: NotebookOutcome, { limit }: Reader): FormattedResult<NotebookFacts> {
  const { path, realPath, size, format, language, cells, totalCells } = outcome;
  const facts = { kind: 'notebook' as const, path, realPath, size, format, language, totalCells };
  if (cells.length === 0) return { content: [text(noCells(outcome))], outcome: { ...facts, cells: 0 } };

  const { sections, picturesNote } = boundedPictures(cells.map((cell) => cellBlocks(cell, language)));
  const { content, count } = notedSections(sections, {
    limit,
    gap: '\n',
    notesAfter: (shown) => [...picturesNote(shown), ...restNote(outcome, shown)],
    cutNote: '[This cell goes on: it is over the response size limit. Grep finds what it holds.]',
  });
  return { content, outcome: { ...facts, cells: count } };
}

function noCells({ first, totalCells }: NotebookOutcome): string {
  if (totalCells === 0) return '(Read completed with no output)';
  return `Warning: the file exists but is shorter than the provided offset (${first + 1}). The notebook has ${counted(totalCells, 'cell')}.`;
}

/** Says how to go on only if more cells were asked for than fit. */
function restNote({ first, cells, totalCells }: NotebookOutcome, count: number): string[] {
  if (count >= cells.length) return [];
  const next = first + count + 1;
  return [
    `[Showing cells ${first + 1}-${next - 1} of ${totalCells}; more cells follow. Use offset=${next} to continue.]`,
  ];
}

function cellBlocks(cell: NotebookCell, language: string | null): ContentBlock[] {
  const { index, type, source, outputs } = cell;
  const id = printableName(cell.id ?? `cell-${index}`);
  const isPython = language === null || language === 'python';
  const kind =
    type === 'code'
      ? isPython
        ? ''
        : `<language>${printableName(language)}</language>`
      : `<cell_type>${printableName(type)}</cell_type>`;
  return [text(`<cell id="${id}">${kind}${withoutControls(source)}</cell id="${id}">`), ...outputBlocks(outputs)];
}

const MOST_OUTPUT_CHARS = 10_000;

function outputBlocks(outputs: readonly CellOutput[]): ContentBlock[] {
  const texts = outputs.flatMap(textsOf);
  const size = texts.reduce((sum, { length }) => sum + length, 0);
  if (size <= MOST_OUTPUT_CHARS)
    return outputs.flatMap((output) => [...textsOf(output).map(onNewLine), ...pictureOf(output)]);
  const note = `Outputs are too large to include. They have ${size} characters; Grep finds what they hold.`;
  return [onNewLine(note), ...outputs.flatMap(pictureOf)];
}

function onNewLine(shown: string): ContentBlock {
  return text(`\n${shown}`);
}

function textsOf(output: CellOutput): string[] {
  switch (output.kind) {
    case 'text':
      return [output.plain ?? output.text].filter((shown) => shown !== '').map(withoutControls);
    case 'error':
      return [withoutControls([output.headline, output.traceback].filter((part) => part !== '').join('\n'))];
    case 'unshown':
      return [`${output.name === null ? '' : `Attachment ${printableName(output.name)}: `}${unshownText(output)}`];
    case 'image':
      return output.name === null ? [] : [`Attachment ${printableName(output.name)}:`];
  }
}

function pictureOf(output: CellOutput): ContentBlock[] {
  return output.kind === 'image' ? pictureBlocks(output) : [];
}
