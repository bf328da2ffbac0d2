import * as filesystem from '@dragoman/formatters/filesystem';
import { ToolError } from '@dragoman/fs-core';
import { type FilePart, readFiles, readPart, type Session } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input, output } from './schemas.ts';

interface PartArguments {
  readonly path: string;
  readonly head?: number | undefined;
  readonly tail?: number | undefined;
}

const request = ({ path, head = 0, tail = 0 }: PartArguments, session: Session) => ({
  path: pathIn(session, path),
  part: partOf(head, tail),
});

/** 0 counts as absent. */
function partOf(head: number, tail: number): FilePart | null {
  if (head !== 0 && tail !== 0)
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'both-ends' }, 'Read file: from both ends');
  if (head !== 0) return { end: 'first', lines: countOf(head, 'head') };
  return tail === 0 ? null : { end: 'last', lines: countOf(tail, 'tail') };
}

function countOf(value: number, argument: string): number {
  if (value > 0) return Math.ceil(value);
  const issue = { argument, problem: 'value', expected: '0 or more' } as const;
  const failure = { code: 'INVALID_ARGUMENT', problem: 'arguments', issues: [issue] } as const;
  throw new ToolError(failure, `Argument ${argument} is less than 0`);
}

const reading = {
  effect: 'reads',
  operation: readPart,
  request,
  render: filesystem.readText,
  explain: filesystem.readTextFailed,
  output: output.text,
} as const;

export const readFile = tool({
  ...reading,
  name: 'read_file',
  title: 'Read File (Deprecated)',
  description: 'Returns the text of a file. Deprecated: read_text_file does the same.',
  input: input.read_file,
});

export const readTextFile = tool({
  ...reading,
  name: 'read_text_file',
  title: 'Read Text File',
  description:
    'Returns the text of a file as it is, whatever its name and its encoding; with head or tail only its first or last lines, of files of any size. For images and audio there is read_media_file.',
  input: input.read_text_file,
});

export const readMultipleFiles = tool({
  name: 'read_multiple_files',
  title: 'Read Multiple Files',
  description:
    'Returns the texts of several files, each after its path. A file that cannot be read is answered with the reason, and the others are read.',
  effect: 'reads',
  input: input.read_multiple_files,
  output: output.text,
  operation: readFiles,
  request: ({ paths }, session) => ({ paths, resolve: (path: string) => pathIn(session, path) }),
  render: filesystem.readFiles,
});
