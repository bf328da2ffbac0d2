import type { Hunk, HunkLine } from './patch.ts';
import { PatchError } from './patch-error.ts';
import { isEnd, numberOf, type PatchLines } from './patch-lines.ts';
import { MOST_HUNKS, STRIDE, type Steps } from './steps.ts';

const END_OF_FILE = '*** End of File';

/** The hunks up to the next section, whose header `isHeader` recognizes. @throws PatchError */
export function* parseHunks(lines: PatchLines, isHeader: (line: string) => boolean): Steps<Hunk[]> {
  const hunks: Hunk[] = [];
  for (;;) {
    while (lines.texts[lines.at]?.trim() === '') lines.at += 1;
    const line = lines.texts[lines.at];
    if (line === undefined || (kindOf(line) === undefined && isHeader(line))) return hunks;
    if (hunks.length > 0 && !isMarker(line)) throw noMarker(lines, line);
    hunks.push(yield* parseHunk(lines));
    if (hunks.length % MOST_HUNKS === 0) yield;
  }
}

function noMarker(lines: PatchLines, text: string): PatchError {
  return new PatchError(
    isLastLine(text) ? { problem: 'last-line' } : { problem: 'no-marker', line: numberOf(lines), text },
  );
}

function* parseHunk(lines: PatchLines): Steps<Hunk> {
  const contexts = parseContexts(lines);
  const parsed = yield* parseLines(lines);
  const next = lines.texts[lines.at];
  const atEnd = next !== undefined && isEndOfFile(next);
  if (parsed.length === 0) throw noLines(lines, next);
  if (atEnd) lines.at += 1;
  return { contexts, lines: parsed, atEnd };
}

function noLines(lines: PatchLines, next: string | undefined): PatchError {
  const line = numberOf(lines);
  if (next === undefined || isEndOfFile(next)) return new PatchError({ problem: 'no-lines', line });
  if (isLastLine(next)) return new PatchError({ problem: 'last-line' });
  return new PatchError({ problem: 'unexpected-line', line, text: next });
}

/** Returns the text after each `@@`; an empty one is left out. */
function parseContexts(lines: PatchLines): string[] {
  const contexts: string[] = [];
  for (let line = lines.texts[lines.at]; line !== undefined && isMarker(line); line = lines.texts[lines.at]) {
    if (line.trimEnd() !== '@@') contexts.push(line.slice('@@ '.length));
    lines.at += 1;
  }
  return contexts;
}

function* parseLines(lines: PatchLines): Steps<HunkLine[]> {
  const parsed: HunkLine[] = [];
  for (let line = lines.texts[lines.at]; line !== undefined; line = lines.texts[lines.at]) {
    const kind = kindOf(line);
    if (kind === undefined) break;
    parsed.push({ kind, text: line.slice(1) });
    lines.at += 1;
    if (parsed.length % STRIDE === 0) yield;
  }
  return parsed;
}

const KINDS: Readonly<Record<string, HunkLine['kind']>> = { '': 'kept', ' ': 'kept', '-': 'removed', '+': 'added' };

/** The kind of a line of a hunk, by its first character; undefined if the line belongs to no hunk. */
function kindOf(line: string): HunkLine['kind'] | undefined {
  return KINDS[line.charAt(0)];
}

function isMarker(line: string): boolean {
  return line.startsWith('@@ ') || line.trimEnd() === '@@';
}

export function isEndOfFile(line: string): boolean {
  return line.trimEnd() === END_OF_FILE;
}

function isLastLine(line: string): boolean {
  return isEnd(line) && kindOf(line) === undefined;
}
