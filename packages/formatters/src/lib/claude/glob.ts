import type { GlobOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { printableName } from '../shared/printable.ts';
import { searchNotes } from '../shared/search-notes.ts';

/** Relative paths, one a line, as `glob` of dialect `editor` lists them. */
export function foundPaths(outcome: GlobOutcome, { maxBytes }: RenderLimits): Rendered {
  const { entries, total, pattern, root } = outcome;
  const lines = entries.map(({ path, kind }) => printableName(path) + (kind === 'directory' ? '/' : ''));
  const cut =
    total > entries.length
      ? [`Truncated: ${entries.length} of ${total} paths shown. Narrow the pattern to see the rest.`]
      : [];
  const body = entries.length === 0 ? ['No files found'] : lines;
  const whole = [...body, ...cut, ...searchNotes(outcome)].join('\n');
  return {
    content: [
      text(boundedText(whole, maxBytes, `Truncated: ${total} paths found. Narrow the pattern to see the rest.`)),
    ],
    outcome: {
      kind: 'glob',
      pattern,
      path: root,
      shown: entries.length,
      total,
      incomplete: outcome.incomplete,
      unreadable: outcome.unreadable,
      ignoreFilesSkipped: outcome.ignoreFilesSkipped,
    },
  };
}
