import type { ManyFilesOutcome } from '@dragoman/outcomes/internal/parts';
import type { FilesFacts } from '../facts.ts';
import { type ContentBlock, type FormattedResult, type Reader, text } from '../formatter.ts';
import { mediaRefused } from '../shared/media-refused.ts';
import { printableName } from '../shared/printable.ts';
import { fits } from '../shared/text-limit.ts';
import { isCut, media, shownText } from './read.ts';

const NONE = 'No files matching the criteria were found or all were skipped.';
const END = '\n--- End of content ---';
const WARNING =
  "[WARNING: This file was truncated. To view the full content, use the 'read_file' tool on this specific file.]\n\n";

/** Result of `read_many_files`: text after text, media in their places. @example readFiles(outcome, { limit: { bytes: 20_000 } }) */
export function readFiles(outcome: ManyFilesOutcome, { limit }: Reader): FormattedResult<FilesFacts> {
  const content: ContentBlock[] = [];
  let [parts, size, left] = [[] as string[], '', outcome.left];
  for (const file of outcome.files) {
    const part = file.kind === 'text' ? textPart(file) : null;
    if (part !== null && !fits(`${size}${part}${END}${notesOf(outcome, outcome.files.length)}`, limit)) {
      left += 1;
      continue;
    }
    if (part !== null) {
      parts.push(part);
      size += `${part}\n`;
    } else if (file.kind === 'image') {
      if (parts.length > 0) content.push(text(parts.join('\n')));
      content.push(...media(file));
      parts = [];
    }
  }
  const read = outcome.files.length - (left - outcome.left);
  const end = (read === 0 ? NONE : END) + notesOf(outcome, left);
  content.push(text([...parts, end].join('\n')));
  return { content, outcome: { kind: 'texts', read, failed: outcome.missing.length } };
}

function textPart(file: Extract<ManyFilesOutcome['files'][number], { kind: 'text' }>): string {
  const warning = file.more || isCut(file) ? WARNING : '';
  return `--- ${printableName(file.path)} ---\n\n${warning}${shownText(file)}\n\n`;
}

function notesOf({ missing, refused }: ManyFilesOutcome, left: number): string {
  const unshown = refused.slice(0, MOST_NAMED).map(({ path, failure }) => {
    const name = printableName(path);
    return mediaRefused(failure, name) ?? `Cannot show ${name}`;
  });
  const notes = missing.slice(0, MOST_NAMED).map((path) => `File not found: ${printableName(path)}`);
  if (missing.length > MOST_NAMED) notes.push(`[${missing.length - MOST_NAMED} more were not found]`);
  notes.push(...unshown);
  if (refused.length > MOST_NAMED) notes.push(`[${refused.length - MOST_NAMED} more cannot be shown]`);
  if (left > 0) notes.push(`[${left} more files are over the response size limit: include fewer]`);
  return notes.map((note) => `\n${note}`).join('');
}

const MOST_NAMED = 20;
