import type { GrepOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { matchLines } from '../shared/match-lines.ts';
import { printableName } from '../shared/printable.ts';
import { searchNotes } from '../shared/search-notes.ts';

export interface GrepStyle {
  readonly numbers: boolean;
  /** Context lines were asked for. */
  readonly context: boolean;
}

/** What `grep` of dialect `editor` found. */
export function foundLines(outcome: GrepOutcome, { maxBytes }: RenderLimits, style: GrepStyle): Rendered {
  const { files, total, remaining, matches, pattern, root, result } = outcome;
  const lines = resultLines(outcome, style);
  const rest = remaining > 0 ? [`${remaining} more. Use offset and head_limit to see them.`] : [];
  const body = lines.length === 0 ? ['No matches found'] : lines;
  const whole = [...body, ...rest, ...searchNotes(outcome)].join('\n');
  return {
    content: [text(boundedText(whole, maxBytes, 'Truncated. Use offset and head_limit, or narrow the search.'))],
    outcome: {
      kind: 'grep',
      mode: result,
      pattern,
      path: root,
      files: files.length,
      matches,
      total,
      remaining,
      incomplete: outcome.incomplete,
      unreadable: outcome.unreadable,
      ignoreFilesSkipped: outcome.ignoreFilesSkipped,
    },
  };
}

function resultLines({ files, prefix, result }: GrepOutcome, { numbers, context }: GrepStyle): string[] {
  switch (result) {
    case 'lines':
      return matchLines(files, { prefix, numbers, separated: context });
    case 'files':
      return files.map(({ path }) => printableName(prefix + path));
    case 'counts':
      return files.map(({ path, count }) => `${printableName(prefix + path)}:${count}`);
  }
}
