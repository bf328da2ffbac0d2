import type { GlobOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { printableName } from '../shared/printable.ts';
import { searchNotes } from '../shared/search-notes.ts';

/** Relative paths, one a line, as `glob` of dialect `editor` lists them. */
export function foundPaths(outcome: GlobOutcome, limits: RenderLimits): Rendered {
  return pathList(outcome, limits, outcome.prefix);
}

/** Absolute paths, one a line, as `Glob` of dialect `claude-code` lists them. */
export function foundFiles(outcome: GlobOutcome, limits: RenderLimits): Rendered {
  return pathList(outcome, limits, outcome.folder);
}

function pathList(outcome: GlobOutcome, { maxBytes }: RenderLimits, prefix: string): Rendered {
  const { entries, total, pattern, root, folder } = outcome;
  // The separator of this system.
  const mark = folder.slice(-1);
  const lines = entries.map(({ path, kind }) => printableName(prefix + path) + (kind === 'directory' ? mark : ''));
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
