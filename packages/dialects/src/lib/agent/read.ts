import * as agent from '@dragoman/formatters/agent';
import { type FilePart, readPart } from '@dragoman/tools/internal/session';
import { rangeIn } from '../several-commands.ts';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input } from './schemas.ts';

export const read = tool({
  name: 'read',
  title: 'Read a file',
  description:
    'Reads text in any common encoding, and Office files, relative to the working directory. With view_range only some lines, of files of any size.',
  effect: 'reads',
  typed: 'text',
  range: 'view_range',
  input: input.read,
  operation: readPart,
  request: ({ file_path, view_range }, session) => ({
    path: pathIn(session, file_path),
    part: partOf(view_range),
    office: 'text' as const,
  }),
  render: (outcome, reader, { view_range }) => agent.readText(askedFor(view_range), outcome, reader),
  explain: (failure, args) => agent.failedIn('read', failure, args),
});

/** An empty list counts as none; an end that is no line, as the last line. */
function partOf(given: readonly number[] | undefined): FilePart | null {
  const range = rangeIn(given?.length === 0 ? undefined : given);
  if (range === null) return null;
  const [start, end] = range;
  return { from: Math.max(1, start), to: end > 0 ? end : Number.POSITIVE_INFINITY };
}

function askedFor(given: readonly number[] | undefined): number | null {
  const part = partOf(given);
  return part !== null && 'from' in part ? part.to - part.from + 1 : null;
}
