import type { Failure, FileRead, MediaOutcome, ReadFilesOutcome, TextOutcome } from '@dragoman/tools';
import type { FilesFacts, MediaFacts, TextFacts } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { Rendered } from '../rendered.ts';
import { cutText, REST_NOTE } from '../shared/bounded-text.ts';
import { textFacts } from '../shared/text-facts.ts';
import { fits } from '../shared/text-limit.ts';
import { answer } from './answer.ts';
import type { MediaAnswer, TextAnswer } from './answers.ts';
import { type Arguments, nodeSentence, readingFailed } from './failure.ts';

type ReadArguments = { readonly head?: number | undefined; readonly tail?: number | undefined };

/** What `read_text_file` shows: the text as it is; of some lines of it, without the last newline. */
export function readText(
  outcome: TextOutcome,
  { limit }: Reader,
  { head = 0, tail = 0 }: ReadArguments,
): Rendered<TextFacts, TextAnswer> {
  const isPart = head !== 0 || tail !== 0;
  const whole = isPart ? textIn(outcome).replace(/\n$/, '') : textIn(outcome);
  const isWhole = !isCut(outcome) && fits(whole, limit);
  const shown = isWhole ? whole : cutText(whole, limit, REST_NOTE);
  const count = isWhole ? outcome.lines.length : shown.split('\n').length - 1;
  return answer(shown, textFacts(outcome, outcome.startLine + count - 1), limit);
}

/** What `read_multiple_files` shows: one file after the other, or why it was not read. */
export function readFiles(outcome: ReadFilesOutcome, { limit }: Reader): Rendered<FilesFacts, TextAnswer> {
  const { files, more } = outcome;
  const whole = files.map(fileText).join('\n---\n');
  const isWhole = !more && !files.some(({ result }) => result.kind === 'text' && isCut(result));
  const failed = files.filter(({ result }) => result.kind === 'failure').length;
  const facts = { kind: 'texts', read: files.length - failed, failed } as const;
  return answer(isWhole ? whole : cutText(whole, limit, REST_NOTE), facts, limit);
}

function fileText({ path, result }: FileRead): string {
  if (result.kind === 'text') return `${path}:\n${textIn(result)}\n`;
  return `${path}: Error - ${readingFailed(result.failure, path)}`;
}

function textIn({ lines }: TextOutcome): string {
  return lines.map(({ text, ending }) => text + ending).join('');
}

/** Whether what was read is less than what was asked for. */
function isCut({ isBounded, lines }: TextOutcome): boolean {
  return isBounded || lines.some(({ fullLength }) => fullLength !== null);
}

/** What `read_media_file` shows: an image, audio, or any other file as a resource. */
export function readMedia({ data, ...facts }: MediaOutcome): Rendered<MediaFacts, MediaAnswer> {
  const block = mediaBlock(facts, Buffer.from(data).toString('base64'));
  return { content: [block], structuredContent: { content: [block] }, outcome: facts };
}

function mediaBlock({ mimeType, realPath }: MediaFacts, data: string): MediaAnswer['content'][number] {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  return { type: 'resource', resource: { uri: fileUrl(realPath), mimeType, blob: data } };
}

/** As Node's `pathToFileURL`, of an absolute path. */
function fileUrl(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const url = new URL(slashed.startsWith('/') ? 'file://' : 'file:///');
  url.pathname = (path.includes('\\') && !path.startsWith('/') ? slashed : path)
    .replaceAll('%', '%25')
    .replaceAll('\\', '%5C')
    .replaceAll('\n', '%0A')
    .replaceAll('\r', '%0D')
    .replaceAll('\t', '%09')
    .replaceAll('?', '%3F')
    .replaceAll('#', '%23');
  return url.href;
}

/** How `read_text_file` explains a failure. */
export function readTextFailed(failure: Failure, { path }: Arguments): string {
  return readingFailed(failure, String(path));
}

/** How `read_media_file` explains a failure. */
export function readMediaFailed(failure: Failure): string {
  return nodeSentence(failure, 'read');
}
