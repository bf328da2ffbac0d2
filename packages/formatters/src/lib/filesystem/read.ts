import type { Failure } from '@dragoman/fs-core';
import type { FileRead, MediaOutcome, PartOutcome, ReadFilesOutcome } from '@dragoman/outcomes/internal/parts';
import type { FilesFacts, MediaFacts, TextFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, text } from '../formatter.ts';
import { cutLines, restNote } from '../shared/bounded-text.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { scaledNote } from '../shared/image-blocks.ts';
import { printableName, printableText } from '../shared/printable.ts';
import { fits, type TextLimit } from '../shared/text-limit.ts';
import { answer } from './answer.ts';
import type { MediaAnswer, TextAnswer } from './answers.ts';
import { nodeSentence, readingFailed } from './failure.ts';

type ReadArguments = { readonly head?: number | undefined; readonly tail?: number | undefined };

/**
 * Result of `read_text_file`: the text as it is; of some lines of it, without the last newline.
 * @example readText(outcome, { limit: { bytes: 20_000 } }, { head: 10 })
 */
export function readText(
  outcome: PartOutcome,
  reader: Reader,
  { head = 0, tail = 0 }: ReadArguments,
): FormattedResult<TextFacts, TextAnswer> {
  return withGuess(outcome, reader, ({ limit }) => readPart(outcome, limit, head !== 0 || tail !== 0));
}

function readPart(outcome: PartOutcome, limit: TextLimit, isPart: boolean): FormattedResult<TextFacts, TextAnswer> {
  const whole = isPart ? outcome.text.replace(/\r?\n$/, '') : outcome.text;
  const shown = outcome.isCut || !fits(whole, limit) ? cutLines(whole, limit, LINES_NOTE) : whole;
  const { path, realPath, startLine, encoding } = outcome;
  const endLine = startLine + linesIn(shown, shown === whole) - 1;
  return answer(shown, { kind: 'text', path, realPath, startLine, endLine, totalLines: null, encoding }, { limit });
}

const LINES_NOTE = restNote('Use tail to see its last lines, as many as fit.');

/** Number of lines that are shown, without the note. */
function linesIn(shown: string, isWhole: boolean): number {
  let count = isWhole && shown !== '' && !shown.endsWith('\n') ? 1 : 0;
  for (let at = shown.indexOf('\n'); at !== -1; at = shown.indexOf('\n', at + 1)) count += 1;
  return count;
}

/**
 * Result of `read_multiple_files`: one file after the other, or why it was not read.
 * @example readFiles(outcome, { limit: { bytes: 20_000 } })
 */
export function readFiles(outcome: ReadFilesOutcome, { limit }: Reader): FormattedResult<FilesFacts, TextAnswer> {
  const { files, more } = outcome;
  const whole = files.map(fileText).join('\n---\n');
  const failed = files.filter(({ result }) => result.kind === 'failure').length;
  const facts = { kind: 'texts', read: files.length - failed, failed } as const;
  return answer(whole, facts, { limit, more, advice: 'Name fewer files in paths.' });
}

function fileText({ path, result }: FileRead): string {
  if (result.kind === 'part') return `${printableName(path)}:\n${result.text}\n`;
  return `${printableName(path)}: Error - ${printableText(readingFailed(result.failure, path))}`;
}

/** Result of `read_media_file`: an image, audio, or any other file as a resource. @example readMedia(outcome) */
export function readMedia({ data, ...facts }: MediaOutcome): FormattedResult<MediaFacts, MediaAnswer> {
  const block = mediaBlock(facts, Buffer.from(data).toString('base64'));
  const notes = facts.scaled === undefined ? [] : [text(scaledNote(facts.scaled))];
  return { content: [block, ...notes], structuredContent: { content: [block] }, outcome: facts };
}

function mediaBlock({ mimeType, realPath }: MediaFacts, data: string): MediaAnswer['content'][number] {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  return { type: 'resource', resource: { uri: fileUrl(realPath), mimeType, blob: data } };
}

/** Converts an absolute path like Node's `pathToFileURL`. */
function fileUrl(path: string): string {
  const url = new URL('file:///');
  const slashed = path.startsWith('/') ? path : `/${path.replaceAll('\\', '/')}`;
  url.pathname = slashed.replace(/[%\\\n\r\t?#]/g, encodeURIComponent);
  return url.href;
}

/**
 * Explains a failure of `read_text_file`.
 * @example readTextFailed({ code: 'NOT_FOUND', path: 'a.md' }, { path: 'a.md' })
 */
export function readTextFailed(failure: Failure, { path, tail }: Arguments): string {
  // Reading the end of a file begins with its size.
  if (failure.code === 'NOT_FOUND' && tail) return nodeSentence(failure, 'stat');
  return readingFailed(failure, String(path));
}

/** Explains a failure of `read_media_file`. @example readMediaFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function readMediaFailed(failure: Failure): string {
  return nodeSentence(failure, 'read');
}
