import * as textEditor from '@dragoman/formatters/text_editor';
import { ToolError } from '@dragoman/fs-core';
import {
  type Call,
  insertLines,
  moveEntry,
  removeEntry,
  replaceText,
  type Session,
  viewLinesOrSizes,
  writeFile,
} from '@dragoman/tools';
import type * as z from 'zod/mini';
import type { Commands } from '../effect.ts';
import { needed, rangeIn, unknownCommand } from '../several-commands.ts';
import { tool } from '../tool.ts';
import { inMemory, isMemoryItself, memoryPath } from './memory-path.ts';
import { MOST_PLACES } from './most-places.ts';
import { input } from './schemas.ts';

const description = `Keeps notes that outlive this conversation, as files below /memories.
- view: a file with line numbers, view_range [start, end] of it; or what lies in a directory, 2 levels deep, with sizes.
- create: a new file with file_text; never over an existing one.
- str_replace: replaces old_str, which must stand in the file exactly as given and only once, by new_str.
- insert: inserts insert_text after line insert_line, 0 for the start.
- delete: a file, or a directory with all it holds.
- rename: gives old_path the name new_path, which nothing may have.`;

const COMMANDS: Commands = {
  view: 'reads',
  create: 'adds',
  str_replace: 'edits',
  insert: 'edits',
  delete: 'edits',
  rename: 'edits',
};

type Arguments = z.output<typeof input.memory>;

export const memory = tool({
  name: 'memory',
  title: 'Remember across conversations',
  description,
  effect: 'edits',
  commands: COMMANDS,
  needs: 'memory',
  input: input.memory,
  clientTool: { type: 'memory_20250818', name: 'memory' },
  operation: remember,
  request: (args) => args,
  render: textEditor.remembered,
  explain: textEditor.memoryFailed,
});

async function remember(
  session: Session,
  args: Arguments,
  call: Call<textEditor.MemoryOutcome>,
): Promise<textEditor.MemoryOutcome> {
  const { memory: notes } = session;
  if (notes === null) throw new TypeError('The tool is offered only where there is a memory');
  const given = new Map<string, string>();
  const pathIn = (argument: 'path' | 'old_path' | 'new_path'): string => {
    const path = needed(argument, args[argument]);
    const meant = memoryPath(notes, path);
    given.set(meant, path);
    return meant;
  };
  try {
    return await byCommand(notes, { args, pathIn }, call);
  } catch (error) {
    throw error instanceof ToolError ? inMemory(error, notes, given) : error;
  }
}

interface Request {
  readonly args: Arguments;
  readonly pathIn: (argument: 'path' | 'old_path' | 'new_path') => string;
}

async function byCommand(
  notes: Session,
  { args, pathIn }: Request,
  call: Call<textEditor.MemoryOutcome>,
): Promise<textEditor.MemoryOutcome> {
  const asGiven = { path: args.path ?? '' };
  switch (args.command) {
    case 'view': {
      const [startLine, end] = rangeIn(args.view_range) ?? [1, -1];
      const range = { startLine, endLine: end === -1 ? null : end, pastEnd: 'leave-out' } as const;
      return { ...(await viewLinesOrSizes(notes, { path: pathIn('path'), range }, call)), ...asGiven };
    }
    case 'create': {
      const [path, content] = [pathIn('path'), needed('file_text', args.file_text)];
      const unread = { ...call, requireRead: false };
      return { ...(await writeFile(notes, { path, content, mustBeNew: true }, unread)), ...asGiven };
    }
    case 'str_replace': {
      const [path, oldText, newText = ''] = [pathIn('path'), needed('old_str', args.old_str), args.new_str];
      const request = { path, oldText, newText, occurrences: 1, mostPlaces: MOST_PLACES };
      return { ...(await replaceText(notes, request, call)), ...asGiven };
    }
    case 'insert': {
      const [path, afterLine] = [pathIn('path'), needed('insert_line', args.insert_line)];
      const text = needed('insert_text', args.insert_text ?? args.new_str);
      return { ...(await insertLines(notes, { path, afterLine, text }, call)), ...asGiven };
    }
    case 'delete': {
      const path = pathIn('path');
      assertNotMemoryItself(asGiven.path);
      return { ...(await removeEntry(notes, { path }, call)), ...asGiven };
    }
    case 'rename': {
      const { old_path: from = '', new_path: to = '' } = args;
      const ends = { from: pathIn('old_path'), to: pathIn('new_path') };
      assertNotMemoryItself(from);
      if (isMemoryItself(to)) throw taken(to);
      return { ...(await moveEntry(notes, ends, call)), from, to };
    }
    default:
      // The schema accepts any command, so that all are refused in the same words.
      throw unknownCommand(COMMANDS, notes);
  }
}

function taken(path: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'exists', path, exists: true },
    'The memory itself is there',
  );
}

function assertNotMemoryItself(path: string): void {
  if (!isMemoryItself(path)) return;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'tree-itself', path }, 'The memory itself stays');
}
