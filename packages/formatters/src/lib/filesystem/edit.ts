import type { EditInTurnOutcome, Failure } from '@dragoman/tools';
import { createTwoFilesPatch } from 'diff/lib/patch/create.js';
import type { EditsFacts } from '../facts.ts';
import type { Arguments, Reader, Rendered } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { writeFacts } from '../shared/write-notes.ts';
import { answer } from './answer.ts';
import type { TextAnswer } from './answers.ts';
import { nodeSentence, readingFailed } from './failure.ts';

/** What `edit_file` shows: a diff, fenced by more backticks than it holds. */
export function editedFile(
  { before, after, ...outcome }: EditInTurnOutcome,
  { limit }: Reader,
): Rendered<EditsFacts, TextAnswer> {
  const diff = diffOf(outcome.path, lfOnly(before()), lfOnly(after()));
  let fence = '```';
  while (diff.includes(fence)) fence += '`';
  return answer(`${fence}diff\n${diff}${fence}\n\n`, writeFacts(outcome), limit);
}

// A finer diff is not worth a longer wait.
const MAX_MILLISECONDS = 2000;

/** A patch as the `diff` package writes it, whose newer versions would quote names beyond ASCII. */
function diffOf(path: string, before: string, after: string): string {
  const name = printableName(path);
  const header = `Index: ${name}\n${'='.repeat(67)}\n--- ${name}\toriginal\n+++ ${name}\tmodified\n`;
  const fine = hunksOf(before, after, MAX_MILLISECONDS);
  // Beyond the limit, all lines are shown as removed and all as added.
  return header + (fine ?? `${hunksOf(before, '')}${hunksOf('', after)}`);
}

/** Null if it takes too long. */
function hunksOf(before: string, after: string, timeout = Number.POSITIVE_INFINITY): string | null {
  const patch = createTwoFilesPatch('', '', before, after, '', '', { timeout });
  if (patch === undefined) return null;
  const start = patch.search(/^@@/m);
  return start === -1 ? '' : patch.slice(start);
}

function lfOnly(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** How `edit_file` explains a failure. */
export function editFailed(failure: Failure, { path }: Arguments): string {
  switch (failure.code) {
    case 'NO_MATCH':
      return `Could not find exact match for edit:\n${failure.oldText}`;
    case 'AMBIGUOUS_MATCH':
      return `Could not find a unique match for edit: ${failure.actual} places match:\n${failure.oldText}`;
    case 'UNSUPPORTED_FILE':
      return readingFailed(failure, String(path));
    default:
      return nodeSentence(failure, 'read');
  }
}
