import type { Failure } from '@dragoman/fs-core';
import type { ReadFileOutcome, TextOutcome } from '@dragoman/outcomes';
import type { TextFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, text } from '../formatter.ts';
import { REST_NOTE } from '../shared/bounded-text.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { formatSize } from '../shared/size.ts';
import { textFacts } from '../shared/text-facts.ts';
import { beginningWithin, type TextLimit } from '../shared/text-limit.ts';
import { otherFailure, systemReason } from './failure.ts';

const MAX_LINE_BYTES = 500;

/**
 * Result of `read_file`: each line after its number, cut if it is long.
 * @example readLines(outcome, { limit: { bytes: 20_000 } })
 */
export function readLines(outcome: ReadFileOutcome, reader: Reader): FormattedResult<TextFacts> {
  if (outcome.kind !== 'text') throw new TypeError('read_file never gives anything but text');
  return withGuess(outcome, reader, ({ limit }) => numberedLines(outcome, limit));
}

function numberedLines(outcome: TextOutcome, limit: TextLimit): FormattedResult<TextFacts> {
  const { startLine, lines, isBounded } = outcome;
  const numbered = lines.map((line, index) => `L${startLine + index}: ${shown(line.text)}`);
  const notesAfter = (count: number) => (isBounded || count < lines.length ? [restAfter(startLine, count)] : []);
  const { text: all, count } = notedLines(numbered, { limit, notesAfter });
  return { content: [text(all)], outcome: textFacts(outcome, startLine + count - 1) };
}

function restAfter(startLine: number, count: number): string {
  if (count === 0) return REST_NOTE;
  const end = startLine + count;
  return `[Showing lines ${startLine}-${end - 1}; more lines follow. Use offset=${end} to continue.]`;
}

/** A short line is not measured: most are. */
function shown(line: string): string {
  return line.length * 3 <= MAX_LINE_BYTES ? line : beginningWithin(line, { bytes: MAX_LINE_BYTES });
}

/**
 * Explains a failure of `read_file`.
 * @example readFileFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' })
 */
export function readFileFailed(failure: Failure, args: Arguments): string {
  const path = String(args.file_path);
  const reason = systemReason(failure);
  if (reason !== null) return `failed to read file: ${reason}`;
  switch (failure.code) {
    case 'UNSUPPORTED_FILE':
      if (!('mimeType' in failure)) return otherFailure(failure);
      return `failed to read file: \`${path}\` is a binary file (${formatSize(failure.size ?? 0)})`;
    case 'INVALID_RANGE':
      return 'offset exceeds file length';
    case 'INVALID_ARGUMENT':
      return PROBLEMS[failure.problem] ?? otherFailure(failure);
    default:
      return otherFailure(failure);
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  offset: 'offset must be a 1-indexed line number',
  limit: 'limit must be greater than zero',
  relative: 'file_path must be an absolute path',
};
