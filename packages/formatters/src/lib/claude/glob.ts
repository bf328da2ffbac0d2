import type { GlobOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered } from '../rendered.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName } from '../shared/printable.ts';
import { searchNotes } from '../shared/search-notes.ts';
import type { TextLimit } from '../shared/text-limit.ts';

/** Relative paths, one a line, as `glob` of dialect `editor` lists them. */
export function foundPaths(outcome: GlobOutcome, limit: TextLimit): Rendered {
  return pathList(outcome, limit, outcome.prefix);
}

/** Absolute paths, one a line, as `Glob` of dialect `claude-code` lists them. */
export function foundFiles(outcome: GlobOutcome, limit: TextLimit): Rendered {
  return pathList(outcome, limit, outcome.folder);
}

function pathList(outcome: GlobOutcome, limit: TextLimit, prefix: string): Rendered {
  const { entries, total, pattern, root, folder } = outcome;
  // The separator of this system.
  const mark = folder.slice(-1);
  const lines = entries.map(({ path, kind }) => printableName(prefix + path) + (kind === 'directory' ? mark : ''));
  const notesAfter = (count: number) => [
    ...(entries.length === 0 ? ['No files found'] : []),
    ...(total > count ? [`Truncated: ${count} of ${total} paths shown. Narrow the pattern to see the rest.`] : []),
    ...searchNotes(outcome),
  ];
  const shown = notedLines(lines, { limit, notesAfter });
  return {
    content: [text(shown.text)],
    outcome: {
      kind: 'glob',
      pattern,
      path: root,
      shown: shown.count,
      total,
      incomplete: outcome.incomplete,
      unreadable: outcome.unreadable,
      ignoreFilesSkipped: outcome.ignoreFilesSkipped,
    },
  };
}
