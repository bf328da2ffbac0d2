import type { DirectoryOutcome, ImageOutcome, ViewedLines } from '@dragoman/outcomes';
import type { DirectoryFacts, ImageFacts, TextFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText, cutText, restNote } from '../shared/bounded-text.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { printableName } from '../shared/printable.ts';
import { besides, longestText } from '../shared/text-limit.ts';
import { closed, numbered, resultHead } from './numbered.ts';

/**
 * Result of `view`: numbered lines, an image, or what lies in a directory.
 * @example viewed(outcome, { limit: { bytes: 20_000 } })
 */
export function viewed(
  outcome: ViewedLines | ImageOutcome | DirectoryOutcome,
  reader: Reader,
): FormattedResult<TextFacts | ImageFacts | DirectoryFacts> {
  switch (outcome.kind) {
    case 'viewed':
      return withGuess(outcome, reader, (within) => viewedLines(outcome, within));
    case 'image': {
      const { kind, path, realPath, size, mimeType } = outcome;
      return { content: imageBlocks(outcome), outcome: { kind, path, realPath, size, mimeType } };
    }
    case 'directory':
      return viewedDirectory(outcome, reader);
  }
}

const CLIPPED =
  '<response clipped><NOTE>To save on context only part of this file has been shown to you. You should retry this tool after you have searched inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>';

function viewedLines(outcome: ViewedLines, { limit }: Reader): FormattedResult<TextFacts> {
  const { path, startLine, lines } = outcome;
  const all = numbered(lines, startLine, limit);
  const head = resultHead(printableName(path));
  // Joined once: more than one count is tried.
  const whole = closed(all);
  let end = 0;
  const ends = all.map((line) => {
    end += line.length + 1;
    return end;
  });
  const textOf = (count: number) =>
    head + whole.slice(0, ends[count - 1] ?? 0) + (count === lines.length ? '' : CLIPPED);
  const shown = longestText(all.length, textOf, limit);
  // At least one line, which is cut if it does not fit.
  if (shown.count === 0 && lines.length > 0) {
    const note = `[Line ${startLine} is over the response size limit: its rest is left out.]`;
    const beginning = cutText(all[0] ?? '', besides(limit, head), note);
    return { content: [text(head + beginning)], outcome: viewedFacts(outcome, startLine) };
  }
  return { content: [text(shown.text)], outcome: viewedFacts(outcome, startLine + shown.count - 1) };
}

/** Facts about viewed lines, for programs. */
export function viewedFacts({ lines: _, ...facts }: ViewedLines, endLine: number): TextFacts {
  const { path, realPath, startLine, totalLines, encoding } = facts;
  return { kind: 'text', path, realPath, startLine, endLine, totalLines, encoding };
}

function viewedDirectory({ path, realPath, entries }: DirectoryOutcome, { limit }: Reader) {
  const name = printableName(path);
  const below = path.endsWith('/') ? name : `${name}/`;
  const paths = [name, ...entries.map((entry) => below + printableName(entry.path))].sort();
  const head = `Here's the files and directories up to 2 levels deep in ${name}, excluding hidden items:\n`;
  return {
    content: [
      text(boundedText(`${head}${closed(paths)}\n`, limit, restNote('Use view with the path of a directory in it.'))),
    ],
    outcome: { kind: 'directory' as const, path, realPath, entries: entries.length },
  };
}
