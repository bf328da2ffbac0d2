import * as filesystem from '@dragoman/formatters/filesystem';
import type { TreeNode } from '@dragoman/outcomes/internal/parts';
import { fileInfo, listBelow, listSizes, type Session, directoryTree as treeOf } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input, output } from './schemas.ts';

export const listDirectory = tool({
  name: 'list_directory',
  title: 'List Directory',
  description: 'Lists what lies in a directory by name, each entry after [FILE] or [DIR].',
  effect: 'reads',
  input: input.list_directory,
  output: output.text,
  operation: listBelow,
  request: ({ path }, session) => ({
    path: pathIn(session, path),
    depth: 1,
    offset: 1,
    limit: Number.MAX_SAFE_INTEGER,
  }),
  render: filesystem.listedDirectory,
  explain: filesystem.listFailed,
});

export const listDirectoryWithSizes = tool({
  name: 'list_directory_with_sizes',
  title: 'List Directory with Sizes',
  description: 'Lists what lies in a directory with the sizes of files, by name or the largest first, and their sum.',
  effect: 'reads',
  input: input.list_directory_with_sizes,
  output: output.text,
  operation: listSizes,
  request: ({ path }, session) => ({ path: pathIn(session, path) }),
  render: filesystem.listedSizes,
  explain: filesystem.listFailed,
});

export const directoryTree = tool({
  name: 'directory_tree',
  title: 'Directory Tree',
  description:
    'Returns all that lies below a directory as JSON: name, type (file or directory) and, of a directory, children. excludePatterns are globs, or names of what is left out wherever it lies.',
  effect: 'reads',
  input: input.directory_tree,
  output: output.text,
  operation: treeOf,
  request: ({ path, excludePatterns }, session) => ({
    path: pathIn(session, path),
    exclude: excludePatterns.flatMap(globsOf),
    sizeOf: (nodes: readonly TreeNode[]) => Buffer.byteLength(filesystem.treeText(nodes)),
  }),
  render: filesystem.directoryTree,
  explain: filesystem.listFailed,
});

/** A pattern without `*` is also a name, which excludes all that lies below it. */
function globsOf(pattern: string): string[] {
  return pattern.includes('*') ? [pattern] : [pattern, `**/${pattern}`, `**/${pattern}/**`];
}

export const getFileInfo = tool({
  name: 'get_file_info',
  title: 'Get File Info',
  description: 'Returns size, times, kind and permissions of a file or directory.',
  effect: 'reads',
  input: input.get_file_info,
  output: output.text,
  operation: fileInfo,
  request: ({ path }, session) => ({ path: pathIn(session, path) }),
  render: filesystem.fileInfo,
  explain: filesystem.infoFailed,
});

export const listAllowedDirectories = tool({
  name: 'list_allowed_directories',
  title: 'List Allowed Directories',
  description: 'Lists the directories that the tools may touch, with all that lies below them.',
  effect: 'reads',
  input: input.list_allowed_directories,
  output: output.text,
  operation: async ({ volume }: Session) => volume.roots,
  request: () => ({}),
  render: filesystem.allowedDirectories,
});
