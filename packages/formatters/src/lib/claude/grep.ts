import type { GrepOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { GROUP_GAP, matchLines } from '../shared/match-lines.ts';
import { printableName } from '../shared/printable.ts';
import { searchNotes } from '../shared/search-notes.ts';
import { countWithin } from '../shared/sections.ts';

export interface GrepStyle {
  readonly paths: 'relative' | 'absolute';
  readonly numbers: boolean;
  /** Context lines were asked for. */
  readonly context: boolean;
}

/** What `grep` of dialect `editor` and `Grep` of dialect `claude-code` found. */
export function foundLines(outcome: GrepOutcome, { maxBytes }: RenderLimits, style: GrepStyle): Rendered {
  const { files, total, offset, remaining, matches, pattern, root, result } = outcome;
  const all = resultLines(outcome, style);
  const restAfter = (count: number) => remaining + countResults(all.slice(count));
  const textOf = (count: number) => {
    const results = all.slice(0, count);
    const body = all.length === 0 ? nothing(outcome) : results;
    const rest = restAfter(count);
    const more = rest === 0 ? [] : [moreNote(outcome, rest, offset + countResults(results))];
    return [...body, ...more, ...searchNotes(outcome)].join('\n');
  };
  let count = Math.max(1, countWithin(all, maxBytes + 1));
  let shown = textOf(count);
  while (count > 1 && Buffer.byteLength(shown) > maxBytes) {
    count -= 1;
    shown = textOf(count);
  }
  return {
    content: [text(shown)],
    outcome: {
      kind: 'grep',
      mode: result,
      pattern,
      path: root,
      files: files.length,
      matches,
      total,
      remaining: restAfter(count),
      // The search stopped early, so there is more than these three numbers say.
      ...(!outcome.isCounted && { counted: false }),
      incomplete: outcome.incomplete || outcome.unconfirmed > 0,
      unreadable: outcome.unreadable,
      ignoreFilesSkipped: outcome.ignoreFilesSkipped,
      ...(outcome.unconfirmed > 0 && { unconfirmed: outcome.unconfirmed }),
      ...(outcome.tooLarge > 0 && { tooLarge: outcome.tooLarge }),
    },
  };
}

function moreNote({ isCounted }: GrepOutcome, rest: number, next: number): string {
  const left = isCounted ? `${rest} more` : 'Many more';
  const them = isCounted && rest === 1 ? 'it' : 'them';
  return `${left}. Use offset=${next} to see ${them}.`;
}

/** Empty where something was found but not confirmed: then a note says so. */
function nothing({ total, offset, unconfirmed }: GrepOutcome): string[] {
  if (unconfirmed > 0) return [];
  return total > 0 && offset >= total
    ? [`No more results: there ${total === 1 ? 'is' : 'are'} ${total}`]
    : ['No matches found'];
}

function resultLines(outcome: GrepOutcome, { paths, numbers, context }: GrepStyle): string[] {
  const { files, result } = outcome;
  const prefix = paths === 'absolute' ? outcome.folder : outcome.prefix;
  switch (result) {
    case 'lines':
      return matchLines(files, { prefix, numbers, separated: context });
    case 'files':
      return files.map(({ path }) => printableName(prefix + path));
    case 'counts':
      return files.map(({ path, count }) => `${printableName(prefix + path)}:${count}`);
  }
}

function countResults(lines: readonly string[]): number {
  return lines.filter((line) => line !== GROUP_GAP).length;
}
