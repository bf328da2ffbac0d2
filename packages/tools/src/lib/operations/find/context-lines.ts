import { createPace, type OpenDirectory, type OpenFile, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { GrepOutcome } from '@dragoman/outcomes';
import type { GrepFile, GrepLine } from '@dragoman/outcomes/internal/parts';
import { countCodePoints, firstCodePoints, readLines, sniff } from '@dragoman/text/internal/text';
import { slashPath } from '../../native-path.ts';
import { withoutExcluded } from './excluded-lines.ts';

/** Number of lines around a match. */
export interface ContextSize {
  readonly before: number;
  readonly after: number;
}

/** Code points of a line that are shown. */
const MOST_SHOWN = 2000;
/** Code points before a match that is beyond the first ones. */
const LEAD = 500;
// More than any answer shows of one file.
const MAX_BYTES = 1024 * 1024;

/** A line as much of it as is shown: its beginning, or if the match begins later, what stands around it. */
export function cutMatch({ matchAt = 0, ...line }: GrepLine): GrepLine {
  const { text, cutBefore, cutAfter } = line;
  const length = countCodePoints(text);
  if (length <= MOST_SHOWN && cutBefore === 0 && cutAfter === 0) return line;
  const before = countCodePoints(Buffer.from(text).subarray(0, matchAt).toString());
  const from = cutBefore === 0 && before < MOST_SHOWN ? 0 : Math.max(0, before - LEAD);
  const lead = firstCodePoints(text, from);
  const shown = firstCodePoints(text.slice(lead.length), MOST_SHOWN);
  const rest = text.slice(lead.length + shown.length);
  return {
    ...line,
    text: shown,
    cutBefore: cutBefore + Buffer.byteLength(lead),
    cutAfter: cutAfter + Buffer.byteLength(rest),
  };
}

/** The lines to add around matches. */
export interface ContextRequest {
  /** `automatic`: many around one match, some around two or three, shown or not, else none. */
  readonly context: ContextSize | 'automatic';
  readonly exclude?: string;
  readonly ignoreCase: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The matches with the lines around them, as they are now. */
export async function withContext(
  searched: OpenDirectory | OpenFile,
  found: GrepOutcome,
  { context, exclude, ignoreCase, signal }: ContextRequest,
): Promise<GrepOutcome> {
  const size = context === 'automatic' ? automaticSize(found.matches + found.remaining) : context;
  if (size.before === 0 && size.after === 0) return found;
  const pace = createPace(signal);
  const files: GrepFile[] = [];
  for (const file of found.files) {
    files.push({ ...file, lines: await surrounded(searched, file, size) });
    await pace();
  }
  const regex = exclude === undefined ? null : new RegExp(exclude, ignoreCase ? 'i' : '');
  return await withoutExcluded({ ...found, files }, regex, signal);
}

/** The most matches around which lines are shown unasked. */
export const MOST_WITH_CONTEXT = 3;

function automaticSize(matches: number): ContextSize {
  const count = matches === 1 ? 50 : matches > 0 && matches <= MOST_WITH_CONTEXT ? 15 : 0;
  return { before: count, after: count };
}

async function surrounded(
  searched: OpenDirectory | OpenFile,
  { path, lines }: GrepFile,
  size: ContextSize,
): Promise<readonly GrepLine[]> {
  const { openProposed } = await import('@dragoman/search/internal/search');
  const file = searched.kind === 'file' ? searched : openProposed(searched, slashPath(path));
  if (file instanceof ToolError) return lines;
  using _ = searched.kind === 'file' ? null : file;
  const content = await sniff(file);
  if (content.kind !== 'text') return lines;
  const all = new Map(lines.map((line) => [line.number, line]));
  for (const { startLine, endLine } of rangesAround(lines, size)) {
    const bounds = { maxLineLength: MOST_SHOWN, maxBytes: MAX_BYTES };
    const read = await readLines(file, content, { startLine, endLine, ...bounds });
    for (const [index, { text, fullLength }] of read.lines.entries()) {
      const number = startLine + index;
      const cutAfter = fullLength === null ? 0 : fullLength - MOST_SHOWN;
      if (!all.has(number)) all.set(number, { kind: 'context', number, text, cutBefore: 0, cutAfter, afterGap: false });
    }
  }
  return [...all.values()].sort((one, other) => one.number - other.number);
}

interface Range {
  readonly startLine: number;
  readonly endLine: number;
}

/** The lines around matches, those that touch or overlap as one range. */
function rangesAround(lines: readonly GrepLine[], { before, after }: ContextSize): Range[] {
  const ranges: Range[] = [];
  for (const { number } of lines) {
    const range = { startLine: Math.max(1, number - before), endLine: number + after };
    const last = ranges.at(-1);
    if (last !== undefined && range.startLine <= last.endLine + 1)
      ranges[ranges.length - 1] = { ...last, endLine: range.endLine };
    else ranges.push(range);
  }
  return ranges;
}
