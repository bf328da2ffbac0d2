import type { InsertLinesOutcome, ReplaceTextOutcome, UndoEditOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import type { EditFacts, InsertedFacts, UndoneFacts, WriteFileFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText, restNote } from '../shared/bounded-text.ts';
import { editFacts } from '../shared/edit-facts.ts';
import { firstLines, mostNumberedLines } from '../shared/numbered-lines.ts';
import { printableName } from '../shared/printable.ts';
import { countNewlines, type TextLimit } from '../shared/text-limit.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import { writeFacts, writeFileFacts } from '../shared/write-notes.ts';
import { type NumberedText, resultOf } from './numbered.ts';

/** Confirmation of `create`. @example created(outcome) */
export function created(outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  const { dryRun } = outcome;
  const name = printableName(outcome.path);
  const done = dryRun ? `[Dry Run] Would create ${name}` : `File created successfully at: ${name}`;
  return { content: [text(done)], outcome: writeFileFacts(outcome) };
}

const CONTEXT_LINES = 4;
const VIEW_NOTE = restNote('Use view with view_range to see it.');

/**
 * Confirmation of `str_replace`: the lines around the change; for a person, a diff instead.
 * @example edited('new text', outcome, { limit: { bytes: 20_000 } })
 */
export function edited(
  newText: string,
  outcome: ReplaceTextOutcome,
  { limit, display }: Reader,
): FormattedResult<EditFacts> {
  const done = editDone(outcome);
  const lastLine = outcome.firstLine + countNewlines(newText) + CONTEXT_LINES;
  const snippet = resultOf(
    `a snippet of ${printableName(outcome.path)}`,
    linesUpTo(outcome, CONTEXT_LINES, { lastLine, limit }),
    limit,
  );
  const report = display
    ? `${done}\n${unifiedDiff(outcome)}`
    : `${done} ${snippet}Review the changes and make sure they are as expected. Edit the file again if necessary.`;
  return { content: [text(boundedText(report, limit, VIEW_NOTE))], outcome: editFacts(outcome) };
}

function editDone({ path, dryRun }: Pick<ReplaceTextOutcome, 'path' | 'dryRun'>): string {
  const name = printableName(path);
  return dryRun ? `[Dry Run] The file ${name} would be edited.` : `The file ${name} has been edited.`;
}

/** The last line of a snippet, and the limit of what is shown. */
export interface SnippetEnd {
  readonly lastLine: number;
  readonly limit: TextLimit;
}

/** The lines of a text after an edit, from `context` lines above the first change on. */
export function linesUpTo(
  { changedLines }: Pick<ReplaceTextOutcome, 'changedLines'>,
  context: number,
  { lastLine, limit }: SnippetEnd,
): NumberedText {
  const { startLine, text: around } = changedLines(context);
  return { startLine, lines: firstLines(around, Math.min(lastLine - startLine + 1, mostNumberedLines(limit))) };
}

/**
 * Confirmation of `insert`: the new lines, and the lines around them.
 * @example inserted(outcome, { limit: { bytes: 20_000 } })
 */
export function inserted(outcome: InsertLinesOutcome, { limit }: Reader): FormattedResult<InsertedFacts> {
  const { firstLine, lineCount } = outcome;
  const lastLine = firstLine - 1 + lineCount + CONTEXT_LINES;
  const done = editDone(outcome);
  const snippet = resultOf(
    'a snippet of the edited file',
    linesUpTo(outcome, CONTEXT_LINES, { lastLine, limit }),
    limit,
  );
  const report = `${done} ${snippet}Review the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.`;
  return { content: [text(boundedText(report, limit, VIEW_NOTE))], outcome: insertedFacts(outcome) };
}

/** Confirmation of `undo_edit`: what the file holds now. @example editUndone(outcome, { limit: { bytes: 20_000 } }) */
export function editUndone(outcome: UndoEditOutcome, { limit }: Reader): FormattedResult<UndoneFacts, undefined> {
  const { view, exists, dryRun } = outcome;
  const name = printableName(outcome.path);
  const done = dryRun ? `[Dry Run] Last edit to ${name} would be undone.` : `Last edit to ${name} undone successfully.`;
  const now = view === null ? '' : ` ${resultOf(name, view, limit)}`;
  const report = done + (exists ? now : ' The file did not exist before.');
  return { content: [text(boundedText(report, limit, VIEW_NOTE))], outcome: undoneFacts(outcome) };
}

function undoneFacts({ view: _, dryRun, ...facts }: UndoEditOutcome): UndoneFacts {
  return { ...facts, ...(dryRun && { dryRun }) };
}

/** Facts about inserted lines, for programs. */
export function insertedFacts({ changedLines: _, ...facts }: InsertLinesOutcome): InsertedFacts {
  return writeFacts(facts);
}
