import type { OfficePackage } from './open-package.ts';
import { attributeOf, parsePart } from './parse-part.ts';
import type { TextSink } from './text-sink.ts';

/** A kind of notes, which have a part of their own. */
interface NoteKind {
  /** Type of the relation to the part. */
  readonly type: string;
  readonly element: string;
  /** The element by which the text refers to a note. */
  readonly reference: string;
  /** Put before the id of a note, tells it from those of other kinds. */
  readonly mark: string;
}

export const NOTE_KINDS: readonly NoteKind[] = [
  { type: 'footnotes', element: 'footnote', reference: 'footnoteReference', mark: '' },
  { type: 'endnotes', element: 'endnote', reference: 'endnoteReference', mark: 'e' },
  { type: 'comments', element: 'comment', reference: 'commentReference', mark: 'c' },
];

export interface NotesRequest {
  readonly part: string;
  readonly kind: NoteKind;
  /** Marks of the notes that the text refers to; others separate notes from text. */
  readonly referred: ReadonlySet<string>;
}

/** Writes the notes of a kind as footnotes of Markdown; before a comment stands who wrote it. */
export async function readNotes(
  from: OfficePackage,
  { part, kind, referred }: NotesRequest,
  sink: TextSink,
): Promise<void> {
  let [mark, author, text, isText] = ['', '', '', false];
  await parsePart(from, part, {
    open(name, attributes) {
      isText = name === 't';
      if (name === kind.element) {
        mark = kind.mark + (attributeOf(attributes, 'id') ?? '');
        author = attributeOf(attributes, 'author') ?? '';
        text = '';
      } else if (name === 'p' || name === 'tab' || name === 'br') text += ' ';
    },
    close(name) {
      isText = false;
      if (name === kind.element && referred.has(mark)) {
        const said = text.replaceAll(/\s+/g, ' ').trim();
        sink.block(`[^${mark}]: ${author === '' ? said : `${author}: ${said}`}`);
      }
    },
    text(piece) {
      if (isText) text += piece;
    },
  });
}
