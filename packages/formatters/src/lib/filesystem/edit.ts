import type { Failure } from '@dragoman/fs-core';
import type { EditInTurnOutcome } from '@dragoman/outcomes';
import type { EditsFacts } from '../facts.ts';
import type { Arguments, FormattedResult, Reader } from '../formatter.ts';
import { diffHunks, hunkLines } from '../shared/diff-hunks.ts';
import { looksTheSame, nearestPlaces } from '../shared/nearest-places.ts';
import { printableName } from '../shared/printable.ts';
import { mostCharacters, type TextLimit } from '../shared/text-limit.ts';
import { writeFacts } from '../shared/write-notes.ts';
import { answer } from './answer.ts';
import type { TextAnswer } from './answers.ts';
import { nodeSentence, readingFailed } from './failure.ts';

/**
 * Result of `edit_file`: a diff, fenced by more backticks than it holds.
 * @example editedFile(outcome, { limit: { bytes: 20_000 } })
 */
export function editedFile(
  { before, after, ...outcome }: EditInTurnOutcome,
  { limit }: Reader,
): FormattedResult<EditsFacts, TextAnswer> {
  const diff = diffOf(outcome.realPath, { before, after }, limit);
  let fence = '```';
  while (diff.includes(fence)) fence += '`';
  return answer(`${fence}diff\n${diff}${fence}\n\n`, writeFacts(outcome), {
    limit,
    advice: 'read_text_file shows the file.',
  });
}

const CONTEXT_LINES = 4;

/** A patch as the `diff` package writes it, whose newer versions would quote names beyond ASCII. */
function diffOf(path: string, { before, after }: Texts, limit: TextLimit): string {
  const name = printableName(path);
  const parts = [`Index: ${name}\n${'='.repeat(67)}\n--- ${name}\toriginal\n+++ ${name}\tmodified\n`];
  let left = mostCharacters(limit);
  for (const hunk of diffHunks(before, after, CONTEXT_LINES)) {
    for (const line of hunkLines(hunk, true)) {
      parts.push(`${line}\n`);
      left -= line.length + 1;
      // The rest would be cut.
      if (left < 0) return parts.join('');
    }
  }
  return parts.join('');
}

type Texts = Pick<EditInTurnOutcome, 'before' | 'after'>;

/** Explains a failure of `edit_file`. @example editFailed({ code: 'NOT_FOUND', path: 'a.md' }, { path: 'a.md' }) */
export function editFailed(failure: Failure, { path }: Arguments): string {
  switch (failure.code) {
    case 'NO_MATCH':
      return `Could not find exact match for edit:\n${failure.oldText}${nearestPlaces(failure.nearest.filter(looksTheSame))}`;
    case 'AMBIGUOUS_MATCH':
      return `Could not find a unique match for edit: ${failure.actual} places match:\n${failure.oldText}`;
    case 'UNSUPPORTED_FILE':
      return readingFailed(failure, String(path));
    default:
      return nodeSentence(failure, 'read');
  }
}
