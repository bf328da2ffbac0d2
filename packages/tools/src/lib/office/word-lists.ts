import type { OfficePackage } from './open-package.ts';
import { attributeOf, parsePart } from './parse-part.ts';

/** Gives an item of a list its mark: `- `, or its number. Items are given in the order of the document. */
export type ItemMarker = (list: string, level: number) => string;

interface ListLevel {
  readonly isNumbered: boolean;
  readonly start: number;
}

/** Reads the kinds of lists. @param part empty if the document has none */
export async function readLists(from: OfficePackage, part: string | undefined): Promise<ItemMarker> {
  const levels = await readLevels(from, part);
  const counts = new Map<string, number>();
  return (list, level) => {
    const indent = '    '.repeat(level);
    const { isNumbered, start } = levels(list, level);
    for (let deeper = level + 1; deeper < 9; deeper += 1) counts.delete(`${list}:${deeper}`);
    if (!isNumbered) return `${indent}- `;
    const number = (counts.get(`${list}:${level}`) ?? start - 1) + 1;
    counts.set(`${list}:${level}`, number);
    return `${indent}${number}. `;
  };
}

async function readLevels(
  from: OfficePackage,
  part: string | undefined,
): Promise<(list: string, level: number) => ListLevel> {
  const levels = new Map<string, ListLevel>();
  /** Lists by their numbers, and the definitions that they use. */
  const definitions = new Map<string, string>();
  let [definition, list, level] = ['', '', ''];
  let [isNumbered, start] = [true, 1];
  if (part !== undefined && from.has(part)) {
    await parsePart(from, part, {
      open(name, attributes) {
        const value = attributeOf(attributes, 'val') ?? '';
        if (name === 'abstractNum') definition = attributeOf(attributes, 'abstractNumId') ?? '';
        else if (name === 'num') list = attributeOf(attributes, 'numId') ?? '';
        else if (name === 'abstractNumId') definitions.set(list, value);
        else if (name === 'lvl') [level, isNumbered, start] = [attributeOf(attributes, 'ilvl') ?? '', true, 1];
        else if (name === 'numFmt') isNumbered = value !== 'bullet' && value !== 'none';
        else if (name === 'start') start = Number(value) || 0;
      },
      close(name) {
        if (name === 'lvl' && list === '') levels.set(`${definition}:${level}`, { isNumbered, start });
      },
    });
  }
  return (asked, at) => levels.get(`${definitions.get(asked)}:${at}`) ?? { isNumbered: false, start: 1 };
}
