import type { OfficePackage } from './open-package.ts';
import { parsePart } from './parse-part.ts';
import { partOfType, relationsOf } from './relations.ts';
import type { TextSink } from './text-sink.ts';
import { readLists } from './word-lists.ts';
import { NOTE_KINDS, readNotes } from './word-notes.ts';
import { createWordReader, type Paragraph } from './word-reader.ts';
import { readStyles } from './word-styles.ts';

/** Writes a Word document as Markdown: headings, lists, tables, and the notes that it refers to. */
export async function wordText(from: OfficePackage, part: string, sink: TextSink): Promise<void> {
  const relations = await relationsOf(from, part);
  const styleOf = await readStyles(from, partOfType(relations, 'styles'));
  const markOf = await readLists(from, partOfType(relations, 'numbering'));
  let wasItem = false;
  const referred = new Set<string>();
  const visitor = createWordReader(part, {
    paragraph(paragraph) {
      const { text, heading, list, listLevel } = { ...styleOf(paragraph.style), ...definedOf(paragraph) };
      const content = text.trim();
      if (content === '') return;
      const isItem = !heading && list !== undefined && list !== '0';
      if (heading) sink.block(`${'#'.repeat(Math.min(6, heading))} ${content.replaceAll(/\s+/g, ' ')}`);
      else if (!isItem) sink.block(text.replace(/^\n+/, '').trimEnd());
      else {
        const mark = markOf(list, listLevel ?? 0);
        const item = mark + content.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
        if (wasItem) sink.line(item);
        else sink.block(item);
      }
      wasItem = isItem;
    },
    row(row, isFirst) {
      if (isFirst) sink.block(row);
      else sink.line(row);
      wasItem = false;
    },
    refers: (note) => void referred.add(note),
  });
  await parsePart(from, part, visitor);
  for (const kind of NOTE_KINDS) {
    const notes = partOfType(relations, kind.type);
    if (notes !== undefined && from.has(notes)) await readNotes(from, { part: notes, kind, referred }, sink);
  }
}

/** The members of a paragraph that it has. */
function definedOf({ style: _, ...own }: Paragraph): Omit<Paragraph, 'style'> {
  return own;
}
