import { officeFault } from './office-fault.ts';
import type { OfficePackage } from './open-package.ts';
import { type Attributes, type PartVisitor, parsePart } from './parse-part.ts';
import { createTableBuilder } from './table-builder.ts';
import { MOST_CHARACTERS, MOST_PARAGRAPH } from './text-sink.ts';
import { nameOfPicture } from './word-reader.ts';

/** Content of a slide. */
export interface SlideShapes {
  title: string;
  /** Texts of shapes, tables in Markdown and names of pictures, in their order. */
  readonly blocks: string[];
  isHidden: boolean;
}

/** Reads the shapes of a slide. @param only the role of those to read. Default: all but the number of the slide */
export async function readShapes(from: OfficePackage, part: string, only?: string): Promise<SlideShapes> {
  const shapes: SlideShapes = { title: '', blocks: [], isHidden: false };
  await parsePart(from, part, createShapeReader({ shapes, part, only }));
  return shapes;
}

interface ShapeReading {
  /** Takes what is read. */
  readonly shapes: SlideShapes;
  readonly part: string;
  readonly only: string | undefined;
}

function createShapeReader({ shapes, part, only }: ShapeReading): PartVisitor {
  let length = 0;
  const add = (block: string, role: string): void => {
    length += block.length;
    if (length > MOST_CHARACTERS) throw officeFault({ problem: 'text', limit: MOST_CHARACTERS });
    if (block.trim() === '' || role === 'sldNum' || (only !== undefined && role !== only)) return;
    const isTitle = (role === 'title' || role === 'ctrTitle') && shapes.title === '';
    if (isTitle) shapes.title = block.replaceAll(/\s+/g, ' ').trim();
    else shapes.blocks.push(block);
  };
  const tables = createTableBuilder((row, isFirst) => {
    if (isFirst) add(row, '');
    else if (only === undefined) shapes.blocks.push(`${shapes.blocks.pop() ?? ''}\n${row}`);
  });
  /** Role and name of the shape that is open, and the paragraphs of its text. */
  let [role, picture, paragraph, isText, isBlank] = ['', '', '', false, true];
  let lines: string[] = [];
  const extend = (text: string): void => {
    paragraph += text;
    isBlank &&= text.trim() === '';
    if (paragraph.length > MOST_PARAGRAPH) throw officeFault({ problem: 'too-complex', part });
  };
  return {
    open(name, attributes) {
      isText = name === 't';
      tables.open(name, attributes);
      if (name === 'sld') shapes.isHidden = ['0', 'false'].includes(attributes.show ?? '');
      else if (name === 'sp') [role, lines] = ['', []];
      else if (name === 'ph') role = attributes.type ?? 'body';
      else if (name === 'cNvPr') picture = nameOfPicture(attributes);
      else if (name === 'p') [paragraph, isBlank] = ['', true];
      else if (name === 'br' || isBlank) extend(charactersOf(name, attributes));
    },
    close(name) {
      isText = false;
      if (name === 'p' && !tables.takes(paragraph) && paragraph.trim() !== '') lines.push(paragraph.trimEnd());
      else if (name === 'sp') add(lines.join('\n'), role);
      else if (name === 'pic') add(`![${picture}]`, '');
      tables.close(name);
    },
    text(text) {
      if (isText) extend(text);
    },
  };
}

/** The text that stands for an element: levels of a list are set off by spaces. */
function charactersOf(name: string, attributes: Attributes): string {
  switch (name) {
    case 'pPr':
      return '  '.repeat(Math.min(8, Number(attributes.lvl ?? 0) || 0));
    case 'buChar':
    case 'buAutoNum':
      return '- ';
    case 'br':
      return '\n';
    default:
      return '';
  }
}
