import type { GrepOutcome } from '@dragoman/outcomes';
import type { PagedGrepFacts } from '../facts.ts';
import { type FormattedResult, type Mark, type Reader, text, unmarked } from '../formatter.ts';
import { cutText, REST_NOTE } from './bounded-text.ts';
import { GROUP_GAP, matchLines } from './match-lines.ts';
import { notedLines } from './noted-lines.ts';
import { printableName } from './printable.ts';
import { grepFacts } from './search-facts.ts';
import { searchNotes } from './search-notes.ts';

export interface GrepStyle {
  readonly paths: 'relative' | 'absolute';
  readonly numbers: boolean;
  /** Context lines were asked for. */
  readonly context: boolean;
}

/**
 * Result of `grep` of dialect `editor` and `Grep` of dialect `claude-code`.
 * @example foundLines(outcome, { limit: { bytes: 20_000 } }, { paths: 'relative', numbers: true, context: false })
 */
export function foundLines(
  outcome: GrepOutcome,
  { limit, display }: Reader,
  style: GrepStyle,
): FormattedResult<PagedGrepFacts> {
  const { total, offset, remaining } = outcome;
  const all = resultLines(outcome, style, display?.mark ?? unmarked);
  const restAfter = (count: number) => remaining + countResults(all.slice(count));
  const notesAfter = (count: number) => {
    const rest = restAfter(count);
    const more = rest === 0 ? [] : [moreNote(outcome, rest, offset + countResults(all.slice(0, count)))];
    return [...more, ...searchNotes(outcome)];
  };
  const lines = all.length === 0 ? nothing(outcome) : all;
  const whole = notedLines(lines, { limit, notesAfter });
  const [first] = lines;
  // At least the beginning of one result, so that the next offset is behind it.
  const isCut = first !== undefined && whole.count === 0;
  const count = isCut ? 1 : whole.count;
  const shown = isCut ? cutText(first, limit, notesAfter(1).join('\n') || REST_NOTE) : whole.text;
  return {
    content: [text(shown)],
    outcome: {
      ...grepFacts(outcome),
      mode: outcome.result,
      total,
      remaining: restAfter(count),
      // The search stopped early, so there is more than these numbers say.
      ...(!outcome.isCounted && { counted: false }),
      ...(outcome.tooLarge > 0 && { tooLarge: outcome.tooLarge }),
    },
  };
}

function moreNote({ isCounted }: GrepOutcome, rest: number, next: number): string {
  const left = isCounted ? `${rest} more` : 'Many more';
  const them = isCounted && rest === 1 ? 'it' : 'them';
  return `${left}. Use offset=${next} to see ${them}.`;
}

/** Empty if something was found but not confirmed: then a note says so. */
function nothing({ total, offset, unconfirmed }: GrepOutcome): string[] {
  if (unconfirmed > 0) return [];
  return total > 0 && offset >= total
    ? [`No more results: there ${total === 1 ? 'is' : 'are'} ${total}`]
    : ['No matches found'];
}

function resultLines(outcome: GrepOutcome, { paths, numbers, context }: GrepStyle, mark: Mark): string[] {
  const { files, result } = outcome;
  const prefix = paths === 'absolute' ? outcome.folder : outcome.prefix;
  switch (result) {
    case 'lines':
      return matchLines(files, { prefix, numbers, separated: context, mark });
    case 'files':
      return files.map(({ path }) => mark('path', printableName(prefix + path)));
    case 'counts':
      return files.map(({ path, count }) => `${mark('path', printableName(prefix + path))}:${count}`);
  }
}

function countResults(lines: readonly string[]): number {
  return lines.filter((line) => line !== GROUP_GAP).length;
}
