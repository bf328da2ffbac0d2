import type { OfficePackage } from './open-package.ts';
import { type Attributes, attributeOf, parsePart } from './parse-part.ts';

/** Place of a paragraph in the outline or a list. */
export interface ParagraphStyle {
  /** Level of a heading from 1; 0 for body text. */
  readonly heading?: number;
  /** Number of a list; `0` for none. */
  readonly list?: string;
  /** Level in the list, from 0. */
  readonly listLevel?: number;
}

/** Finds what a style says, with what it inherits. */
export type StyleFinder = (id: string | undefined) => ParagraphStyle;

interface Style extends ParagraphStyle {
  readonly parent?: string;
}

/** Reads the styles of paragraphs. @param part empty if the document has none */
export async function readStyles(from: OfficePackage, part: string | undefined): Promise<StyleFinder> {
  const styles = new Map<string, Style>();
  let [id, style]: [string, Style] = ['', {}];
  if (part !== undefined && from.has(part)) {
    await parsePart(from, part, {
      open(name, attributes) {
        if (name === 'style') [id, style] = [attributeOf(attributes, 'styleId') ?? '', {}];
        else style = withProperty(style, name, attributes);
      },
      close(name) {
        if (name === 'style') styles.set(id, style);
      },
    });
  }
  return (asked) => inherited(styles, asked);
}

function withProperty(style: Style, name: string, attributes: Attributes): Style {
  const value = attributeOf(attributes, 'val') ?? '';
  if (name === 'basedOn') return { ...style, parent: value };
  // An outline level beats the name, which stands before it.
  if (name === 'name') return { ...style, ...headingOf(value) };
  return { ...style, ...placeOf(name, attributes) };
}

/** The place that an element of a paragraph's properties gives it. */
export function placeOf(name: string, attributes: Attributes): ParagraphStyle {
  const value = attributeOf(attributes, 'val') ?? '';
  const level = Number(value);
  if (name === 'outlineLvl') return { heading: level >= 0 && level < 9 ? level + 1 : 0 };
  if (name === 'numId') return { list: value };
  return name === 'ilvl' ? { listLevel: Math.min(8, Math.max(0, level || 0)) } : {};
}

/** Headings have the same names in all languages of Word. */
function headingOf(name: string): ParagraphStyle {
  if (/^title$/i.test(name)) return { heading: 1 };
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  return level === undefined ? {} : { heading: Number(level) };
}

/** Styles may inherit from each other in a circle. */
const MOST_PARENTS = 32;

function inherited(styles: ReadonlyMap<string, Style>, asked: string | undefined): ParagraphStyle {
  let place: ParagraphStyle = {};
  let id = asked;
  for (let depth = 0; id !== undefined && depth < MOST_PARENTS; depth += 1) {
    const { parent, ...own }: Style = styles.get(id) ?? {};
    place = { ...own, ...place };
    id = parent;
  }
  return place;
}
