import * as filesystem from '@dragoman/formatters/filesystem';
import { createDirectory as makeDirectory, moveEntry, writeFile as writeContent } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input, output } from './schemas.ts';

export const writeFile = tool({
  name: 'write_file',
  title: 'Write File',
  description:
    'Gives a file new content, all of it, without asking; makes the file and its directories if they are missing.',
  effect: 'overwrites',
  input: input.write_file,
  output: output.text,
  operation: writeContent,
  request: ({ path, content }, session) => ({ path: pathIn(session, path), content }),
  render: filesystem.wroteFile,
  explain: filesystem.writeFailed,
});

export const createDirectory = tool({
  name: 'create_directory',
  title: 'Create Directory',
  description: 'Makes a directory and those on the way to it. It is no error if it is there already.',
  effect: 'adds',
  input: input.create_directory,
  output: output.text,
  operation: makeDirectory,
  request: ({ path }, session) => ({ path: pathIn(session, path) }),
  render: filesystem.madeDirectory,
  explain: filesystem.makeFailed,
});

export const moveFile = tool({
  name: 'move_file',
  title: 'Move File',
  description:
    'Moves or renames a file or a directory. It fails if there is anything at the destination. Missing directories on the way are made.',
  effect: 'edits',
  input: input.move_file,
  output: output.text,
  operation: moveEntry,
  request: ({ source, destination }, session) => ({
    from: pathIn(session, source),
    to: pathIn(session, destination),
  }),
  render: filesystem.movedFile,
  explain: filesystem.moveFailed,
});
