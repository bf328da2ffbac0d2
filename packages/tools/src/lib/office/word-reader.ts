import { officeFault } from './office-fault.ts';
import { type Attributes, attributeOf, type PartVisitor } from './parse-part.ts';
import { createTableBuilder, type RowReceiver } from './table-builder.ts';
import { MOST_PARAGRAPH } from './text-sink.ts';
import { NOTE_KINDS } from './word-notes.ts';
import { type ParagraphStyle, placeOf } from './word-styles.ts';

/** A paragraph, with what it says of its place besides its style. */
export interface Paragraph extends ParagraphStyle {
  readonly text: string;
  readonly style?: string;
}

/** Takes paragraphs and tables in their order. */
export interface WordReceiver {
  paragraph(paragraph: Paragraph): void;
  readonly row: RowReceiver;
  /** Called with the mark of each note that the text refers to. */
  refers(note: string): void;
}

/** Reads the body of a document. What stands in a text box comes before the paragraph that holds the box. */
export function createWordReader(part: string, receiver: WordReceiver): PartVisitor {
  const tables = createTableBuilder(receiver.row);
  const paragraphs: Paragraph[] = [];
  let [isText, picture] = [false, ''];
  const add = (text: string, own: ParagraphStyle & Pick<Paragraph, 'style'> = {}): void => {
    const open = paragraphs.pop();
    if (open === undefined) return;
    const joined = open.text + text;
    if (joined.length > MOST_PARAGRAPH) throw officeFault({ problem: 'too-complex', part });
    paragraphs.push({ ...open, ...own, text: joined });
  };
  return {
    open(name, attributes) {
      isText = name === 't';
      tables.open(name, attributes);
      const note = NOTE_KINDS.find(({ reference }) => reference === name);
      if (name === 'p') paragraphs.push({ text: '' });
      else if (name === 'pStyle') add('', { style: attributeOf(attributes, 'val') ?? '' });
      else if (name === 'docPr') picture = nameOfPicture(attributes);
      else if (name === 'blip') add(`![${picture}]`);
      else if (note !== undefined) {
        const mark = note.mark + (attributeOf(attributes, 'id') ?? '');
        add(`[^${mark}]`);
        receiver.refers(mark);
      } else add(charactersOf(name, attributes), placeOf(name, attributes));
    },
    close(name) {
      isText = false;
      const paragraph = name === 'p' ? paragraphs.pop() : undefined;
      if (paragraph !== undefined && !tables.takes(paragraph.text)) receiver.paragraph(paragraph);
      tables.close(name);
    },
    text(text) {
      if (isText) add(text);
    },
  };
}

/** The text that stands for an element; a tab among a paragraph's properties is a position. */
function charactersOf(name: string, attributes: Attributes): string {
  switch (name) {
    case 'tab':
      return Object.keys(attributes).length === 0 ? '\t' : '';
    case 'br':
    case 'cr':
      return '\n';
    case 'noBreakHyphen':
      return '-';
    default:
      return '';
  }
}

/** The description of a picture, or else its name. */
export function nameOfPicture({ descr = '', name = '' }: Attributes): string {
  return (descr || name).replaceAll(/\s+/g, ' ').trim();
}
