import type { OfficePackage } from './open-package.ts';
import { type Attributes, type PartVisitor, parsePart } from './parse-part.ts';
import { createTableBuilder } from './table-builder.ts';
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
  await parsePart(from, part, createShapeReader(shapes, only));
  return shapes;
}

function createShapeReader(shapes: SlideShapes, only: string | undefined): PartVisitor {
  const add = (block: string, role: string): void => {
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
  let [role, picture, paragraph, isText] = ['', '', '', false];
  let lines: string[] = [];
  return {
    open(name, attributes) {
      isText = name === 't';
      tables.open(name, attributes);
      if (name === 'sld') shapes.isHidden = ['0', 'false'].includes(attributes.show ?? '');
      else if (name === 'sp') [role, lines] = ['', []];
      else if (name === 'ph') role = attributes.type ?? 'body';
      else if (name === 'cNvPr') picture = nameOfPicture(attributes);
      else if (name === 'p') paragraph = '';
      else if (name === 'br' || paragraph.trim() === '') paragraph += charactersOf(name, attributes);
    },
    close(name) {
      isText = false;
      if (name === 'p' && !tables.takes(paragraph) && paragraph.trim() !== '') lines.push(paragraph.trimEnd());
      else if (name === 'sp') add(lines.join('\n'), role);
      else if (name === 'pic') add(`![${picture}]`, '');
      tables.close(name);
    },
    text(text) {
      if (isText) paragraph += text;
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
