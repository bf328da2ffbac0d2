import type { Failure } from '@dragoman/fs-core';
import type { ImageOutcome, ReadFileOutcome, TextOutcome } from '@dragoman/outcomes';
import type { ImageFacts, TextFacts } from '../facts.ts';
import {
  type Arguments,
  type ContentBlock,
  type FormattedResult,
  type Reader,
  resource,
  type Scene,
  text,
} from '../formatter.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { pathOf } from '../shared/failure-path.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { mediaRefused } from '../shared/media-refused.ts';
import { relativePath } from '../shared/relative-path.ts';
import { textFacts } from '../shared/text-facts.ts';
import { longestText, type TextLimit } from '../shared/text-limit.ts';
import { commonFailure, EMPTY_PATH, fileNotFound, isProblem, otherFailure } from './failure.ts';

/**
 * Result of `read_file`: the text, with a heading if a part is left out, or an image or PDF as it is.
 * @example readContent(outcome, { limit: { bytes: 20_000 } }, { file_path: 'a.md' })
 */
export function readContent(
  outcome: ReadFileOutcome,
  reader: Reader,
  args: Arguments,
): FormattedResult<TextFacts | ImageFacts> {
  switch (outcome.kind) {
    case 'text':
      return withGuess(outcome, reader, ({ limit }) => readLines(outcome, limit, args));
    case 'image': {
      const { data, ...facts } = outcome;
      return { content: media(outcome), outcome: facts };
    }
    case 'binary':
      throw new TypeError('read_file never gives a binary outcome');
  }
}

function readLines(outcome: TextOutcome, limit: TextLimit, args: Arguments): FormattedResult<TextFacts> {
  const shown = longestText(outcome.lines.length, (count) => readText(outcome, count, args), limit);
  // At least one line, which is cut if it does not fit.
  const count = Math.max(shown.count, Math.min(1, outcome.lines.length));
  const read = count === shown.count ? shown.text : readText(outcome, count, args);
  return { content: [text(read)], outcome: textFacts(outcome, outcome.startLine + count - 1) };
}

/** An image, or a PDF. */
export function media(outcome: ImageOutcome): ContentBlock[] {
  const { mimeType, data, realPath } = outcome;
  return mimeType === 'application/pdf' ? [resource(realPath, mimeType, data)] : imageBlocks(outcome);
}

function readText(outcome: TextOutcome, count: number, args: Arguments): string {
  const { startLine, totalLines } = outcome;
  const remains = outcome.more || count < outcome.lines.length;
  const body = shownText(outcome, count);
  const isPart = remains || startLine > 1 || isCut(outcome, count);
  if (!isPart) return body;
  const endLine = startLine + count - 1;
  const lines = [
    '',
    'IMPORTANT: The file content has been truncated.',
    `Status: Showing lines ${startLine}-${endLine} of ${totalLines} total lines.`,
    ...(remains ? [action(endLine, args)] : []),
    '',
    '--- FILE CONTENT (truncated) ---',
  ];
  return `${lines.join('\n')}\n${body}`;
}

function action(endLine: number, { start_line, end_line, offset, limit }: Arguments): string {
  const isOfQwen = [offset, limit].some(isGiven) && ![start_line, end_line].some(isGiven);
  const [names, next] = isOfQwen
    ? ["'offset' and 'limit'", `offset: ${endLine}`]
    : ["'start_line' and 'end_line'", `start_line: ${endLine + 1}`];
  return `Action: To read more of the file, you can use the ${names} parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use ${next}.`;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const CUT = '... [truncated]';

/** The first lines with LF for every newline; if lines follow, without the last newline. */
export function shownText({ lines, more }: TextOutcome, count = lines.length): string {
  const shown = lines
    .slice(0, count)
    .map(({ text, ending, fullLength }) => text + (fullLength === null ? '' : CUT) + (ending === '' ? '' : '\n'));
  const body = shown.join('');
  return more || count < lines.length ? body.replace(/\n$/, '') : body;
}

/** True if one of the first lines is cut. */
export function isCut({ lines }: TextOutcome, count = lines.length): boolean {
  return lines.slice(0, count).some(({ fullLength }) => fullLength !== null);
}

/**
 * Explains a failure of `read_file`.
 * @example readFileFailed({ code: 'NOT_FOUND', path: '/project/a.md' }, { file_path: 'a.md' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function readFileFailed(failure: Failure, _args: Arguments, { root }: Scene): string {
  const common = commonFailure(failure) ?? mediaRefused(failure, pathOf(failure) ?? '');
  if (common !== null) return common;
  switch (failure.code) {
    case 'NOT_FOUND':
    // What leads through a file leads to nothing.
    case 'NOT_DIRECTORY':
      return fileNotFound(failure);
    case 'IS_DIRECTORY':
      return `Path is a directory, not a file: ${failure.path}`;
    case 'UNSUPPORTED_FILE':
      // A pipe or a device holds no content that could be binary.
      if ('kind' in failure || failure.path === undefined) return otherFailure(failure);
      return `Cannot display content of binary file: ${relativePath(root, failure.path)}`;
    case 'INVALID_RANGE':
      if (failure.problem === 'lines' && failure.totalLines === undefined)
        return 'start_line cannot be greater than end_line';
      return otherFailure(failure);
    default:
      return isProblem(failure, 'no-path') ? EMPTY_PATH : otherFailure(failure);
  }
}
