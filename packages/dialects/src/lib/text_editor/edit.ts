import { withoutEnd } from '@dragoman/formatters/internal/pieces';
import * as textEditor from '@dragoman/formatters/text_editor';
import { ToolError } from '@dragoman/fs-core';
import type { InsertLinesOutcome, ReplaceTextOutcome, UndoEditOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import { type Call, insertLines, replaceText, type Session, undoEdit, writeFile } from '@dragoman/tools';
import type * as z from 'zod/mini';
import { absolutePath } from '../absolute-path.ts';
import type { Commands } from '../effect.ts';
import { needed, unknownCommand } from '../several-commands.ts';
import { tool } from '../tool.ts';
import { MOST_PLACES } from './most-places.ts';
import { type ViewOutcome, view } from './read.ts';
import { input } from './schemas.ts';

const description = `Views, creates and edits files. Paths are absolute.
- view: numbered lines of a text file, view_range [start, end] of them; images; what lies in a directory, 2 levels deep.
- create: a new file with file_text; never over an existing one.
- str_replace: replaces old_str, which must stand in the file exactly as given and only once, by new_str.
- insert: inserts insert_text after line insert_line, 0 for the start.
- undo_edit, where it is offered: takes back the last change of the file that was made here.
Encoding and line endings of a file are kept.`;

const COMMANDS: Commands = {
  view: 'reads',
  create: 'adds',
  str_replace: 'edits',
  insert: 'edits',
  undo_edit: 'undoes',
};

type Arguments = z.output<typeof input.str_replace_based_edit_tool>;
type Outcome = ViewOutcome | WriteFileOutcome | ReplaceTextOutcome | InsertLinesOutcome | UndoEditOutcome;

export const strReplaceBasedEditTool = tool({
  name: 'str_replace_based_edit_tool',
  title: 'View, create and edit files',
  description,
  effect: 'edits',
  typed: 'viewOrEdit',
  commands: COMMANDS,
  range: 'view_range',
  input: input.str_replace_based_edit_tool,
  clientTool: { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
  operation: viewOrEdit,
  request: (args) => args,
  render: (outcome: Outcome, reader, { new_str = '' }) => {
    switch (outcome.kind) {
      case 'write':
        return textEditor.created(outcome);
      case 'edit':
        return textEditor.edited(new_str, outcome, reader);
      case 'inserted':
        return textEditor.inserted(outcome, reader);
      case 'undone':
        return textEditor.editUndone(outcome, reader);
      default:
        return textEditor.viewed(outcome, reader);
    }
  },
  explain: textEditor.editorFailed,
});

/** A problem of the path is reported before problems of other arguments. */
async function viewOrEdit(session: Session, args: Arguments, call: Call<Outcome>): Promise<Outcome> {
  const path = absolutePath(withoutEnd(args.path, '/', 1));
  try {
    return await byCommand(session, { ...args, path }, call);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === 'INVALID_ARGUMENT') await assertUsable(session, { path, command: args.command }, call);
    throw error;
  }
}

async function byCommand(session: Session, args: Arguments, call: Call<Outcome>): Promise<Outcome> {
  const { command, path } = args;
  switch (command) {
    case 'view':
      return view(session, args, call);
    case 'create': {
      const content = needed('file_text', args.file_text);
      return writeFile(session, { path, content, mustBeNew: true }, { ...call, requireRead: false });
    }
    case 'str_replace': {
      const [oldText, newText] = [needed('old_str', args.old_str), args.new_str ?? ''];
      return replaceText(session, { path, oldText, newText, occurrences: 1, mostPlaces: MOST_PLACES }, call);
    }
    case 'insert': {
      const afterLine = needed('insert_line', args.insert_line);
      return insertLines(
        session,
        { path, afterLine, text: needed('insert_text', args.insert_text ?? args.new_str) },
        call,
      );
    }
    case 'undo_edit':
      // A session without a journal does not know the command.
      if (session.journal === null) throw unknownCommand(COMMANDS, session);
      return undoEdit(session, { path }, call);
    default:
      // The schema accepts any command, so that a problem of the path is reported first.
      throw unknownCommand(COMMANDS, session);
  }
}

/** Asserts that the command can be done at this path. @throws ToolError as the command with all its arguments would */
async function assertUsable(
  session: Session,
  { path, command }: Pick<Arguments, 'path' | 'command'>,
  { signal }: Call,
): Promise<void> {
  const target = session.resolve(path);
  if (command === 'create') {
    const { kind } = await session.volume.locate(target, 'target', { signal });
    if (kind !== null)
      throw new ToolError(
        { code: 'INVALID_ARGUMENT', problem: 'exists', path, exists: true },
        `Cannot create "${path}": something is there`,
      );
    return;
  }
  using node = await session.volume.open(target, { for: 'names', signal });
  if (node.kind === 'directory' && command !== 'view')
    throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot edit "${path}": is a directory`);
}
