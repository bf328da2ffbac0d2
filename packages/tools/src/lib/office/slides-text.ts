import type { OfficePackage } from './open-package.ts';
import { parsePart, relationOf } from './parse-part.ts';
import { partOfType, relationsOf } from './relations.ts';
import { type OfficeRequest, sectionsIn } from './section-range.ts';
import { readShapes } from './slide-shapes.ts';
import type { TextSink } from './text-sink.ts';

/** Writes the slides of a presentation: title, texts, tables, and the notes of the speaker. */
export async function slidesText(from: OfficePackage, request: OfficeRequest, sink: TextSink): Promise<void> {
  const slides = await slidesOf(from, request.part);
  for (const { number, section } of sectionsIn({ path: request.path, unit: 'slide', all: slides }, request.pages)) {
    const { title, blocks, isHidden } = await readShapes(from, section);
    const name = `${title === '' ? '' : `: ${title}`}${isHidden ? ' (hidden)' : ''}`;
    sink.block(`--- Slide ${number} of ${slides.length}${name} ---`);
    for (const block of blocks) sink.block(block);
    const notes = await notesOf(from, section);
    if (notes !== '') sink.block(`Notes: ${notes}`);
  }
}

/** The parts of the slides in their order; each is shown once, however often it is named. */
async function slidesOf(from: OfficePackage, part: string): Promise<readonly string[]> {
  const relations = await relationsOf(from, part);
  const slides = new Set<string>();
  await parsePart(from, part, {
    open(name, attributes) {
      const slide = name === 'sldId' ? relations.get(relationOf(attributes) ?? '') : undefined;
      if (slide !== undefined) slides.add(slide.part);
    },
  });
  return [...slides];
}

async function notesOf(from: OfficePackage, slide: string): Promise<string> {
  const part = partOfType(await relationsOf(from, slide), 'notesSlide');
  if (part === undefined || !from.has(part)) return '';
  return (await readShapes(from, part, 'body')).blocks.join('\n');
}
