import type { ReplaceTextOutcome } from '@dragoman/outcomes';
import type { EditFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { counted } from '../shared/counted.ts';
import { cutNote } from '../shared/cut-note.ts';
import { editFacts } from '../shared/edit-facts.ts';
import { firstLines, mostNumberedLines, numberedLines } from '../shared/numbered-lines.ts';
import { printableName } from '../shared/printable.ts';
import type { TextLimit } from '../shared/text-limit.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import { writeNotes } from '../shared/write-notes.ts';

const CONTEXT_LINES = 4;

/**
 * Confirmation of `str_replace` of dialect `editor`: the count for all places, a single place with the lines around it. A
 * person is shown a diff in place of these.
 * @example replacedText(false, outcome, { limit: { bytes: 20_000 } })
 */
export function replacedText(
  isAll: boolean,
  outcome: ReplaceTextOutcome,
  { limit, display }: Reader,
): FormattedResult<EditFacts> {
  const { path, replacements, dryRun } = outcome;
  const done = dryRun ? '[Dry Run] Would replace' : 'Replaced';
  const head = `${done} ${counted(replacements, 'occurrence')} in ${printableName(path)}`;
  const change = display ? [unifiedDiff(outcome)] : isAll ? [] : ['', snippet(outcome, limit)];
  const lines = [head, ...writeNotes(outcome), ...change];
  const note = 'Truncated: the response size limit was reached. Use view to see more.';
  return { content: [text(boundedText(lines.join('\n'), limit, note))], outcome: editFacts(outcome) };
}

function snippet({ changedLines, firstLine, firstLineCount }: ReplaceTextOutcome, limit: TextLimit): string {
  const { startLine, text } = changedLines(CONTEXT_LINES);
  const all = firstLines(text, mostNumberedLines(limit));
  if (all.at(-1) === '') all.pop();
  const shown = all.slice(0, firstLine - startLine + firstLineCount + CONTEXT_LINES);
  if (shown.length === 0) return '(empty file)';
  const lines = shown.map((line) => cut(line.replace(/\r$/, '')));
  return numberedLines(lines, { startLine, cutNote }).join('\n');
}

const MAX_LINE_LENGTH = 2000;

function cut(line: string) {
  if (line.length <= MAX_LINE_LENGTH) return { text: line, fullLength: null };
  const fullLength = countCodePoints(line);
  if (fullLength <= MAX_LINE_LENGTH) return { text: line, fullLength: null };
  return { text: [...line.slice(0, 2 * MAX_LINE_LENGTH)].slice(0, MAX_LINE_LENGTH).join(''), fullLength };
}

function countCodePoints(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at += (line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}
