import type { OpenFile } from '@dragoman/fs-core';
import { officeFamilyOf, type SniffedText, sniff } from '@dragoman/text/internal/text';
import type { SearchNotes } from '../walk/search-notes.ts';

/** The format of a file's text; null for one that holds none. Documents of Office are counted in the notes. */
export async function sniffSearched(file: OpenFile, notes: SearchNotes): Promise<SniffedText | null> {
  const content = await sniff(file);
  if (content.kind === 'text') return content;
  if (officeFamilyOf(content.mimeType) !== null) notes.documents += 1;
  return null;
}
