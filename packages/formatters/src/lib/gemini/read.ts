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
import { imageBlocks } from '../shared/image-blocks.ts';
import { mediaRefused } from '../shared/media-refused.ts';
import { relativePath } from '../shared/relative-path.ts';
import { textFacts } from '../shared/text-facts.ts';
import { longestText, type TextLimit } from '../shared/text-limit.ts';
import { ignoredPath, invalid, schemaIssue, sentenceOf } from './failure.ts';

/**
 * Result of `read_file`: the exact text, or an image or PDF as it is.
 * @example readContent(outcome, { limit: { bytes: 20_000 } })
 */
export function readContent(outcome: ReadFileOutcome, reader: Reader): FormattedResult<TextFacts | ImageFacts> {
  switch (outcome.kind) {
    case 'text':
      return withGuess(outcome, reader, ({ limit }) => readText(outcome, limit));
    case 'image': {
      const { data, ...facts } = outcome;
      return { content: media(outcome), outcome: facts };
    }
    case 'binary':
      throw new TypeError('read_file never gives a binary outcome');
  }
}

function media(outcome: ImageOutcome): ContentBlock[] {
  const { mimeType, data, realPath } = outcome;
  return mimeType === 'application/pdf' ? [resource(realPath, mimeType, data)] : imageBlocks(outcome);
}

const CUT = '... [truncated]';
const CUT_HEADER = '[File content partially truncated: some lines exceeded maximum length of 2000 characters.]\n';

function readText(outcome: TextOutcome, limit: TextLimit): FormattedResult<TextFacts> {
  const { startLine, lines, more, totalLines } = outcome;
  const isCut = lines.some(({ fullLength }) => fullLength !== null);
  const textOf = (count: number): string => {
    const remains = more || count < lines.length;
    const shown = lines
      .slice(0, count)
      .map(({ text, ending, fullLength }) => text + (fullLength === null ? '' : CUT) + ending);
    const body = shown.join('');
    if (!remains) return (isCut ? CUT_HEADER : '') + body;
    // If lines are left out, so is the newline before them.
    return rangeHeader(startLine, startLine + count - 1, totalLines) + body.replace(/\n$/, '');
  };
  // At least one line, which is cut if it does not fit.
  const shown = longestText(lines.length, (count) => textOf(Math.max(count, Math.min(1, lines.length))), limit);
  const count = Math.max(shown.count, Math.min(1, lines.length));
  return { content: [text(shown.text)], outcome: textFacts(outcome, startLine + count - 1) };
}

function rangeHeader(startLine: number, endLine: number, totalLines: number | null): string {
  return `[File content truncated: showing lines ${startLine}-${endLine} of ${totalLines} total lines. Use offset/limit parameters to view more.]\n`;
}

/**
 * Explains a failure of `read_file`.
 * @example readFileFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function readFileFailed(failure: Failure, args: Arguments, { root }: Scene): string {
  const path = String(args.absolute_path);
  const refused = schemaIssue(failure) ?? ignoredPath(failure, path) ?? mediaRefused(failure, path);
  if (refused !== null) return refused;
  switch (failure.code) {
    case 'NOT_FOUND':
    // What leads through a file leads to nothing.
    case 'NOT_DIRECTORY':
      return `File not found: ${path}`;
    case 'IS_DIRECTORY':
      return `Path is a directory, not a file: ${path}`;
    case 'ACCESS_DENIED':
      return invalid(`File path must be within the root directory (${root}): ${path}`);
    case 'UNSUPPORTED_FILE':
      // A pipe or a device holds no content that could be binary.
      if ('kind' in failure) return otherwise(failure, root, path);
      return `Cannot display content of binary file: ${relativePath(root, path)}`;
    case 'INVALID_ARGUMENT':
      return invalid(problem(failure.problem, path) ?? sentenceOf(failure));
    default:
      return otherwise(failure, root, path);
  }
}

function otherwise(failure: Failure, root: string, path: string): string {
  return `Error reading file ${relativePath(root, path)}: ${sentenceOf(failure)}`;
}

function problem(kind: string, path: string): string | null {
  switch (kind) {
    case 'relative':
      return `File path must be absolute, but was relative: ${path}. You must provide an absolute path.`;
    case 'offset':
      return 'Offset must be a non-negative number';
    case 'limit':
      return 'Limit must be a positive number';
    default:
      return null;
  }
}
