import * as words from '@dragoman/formatters/filesystem';
import type { Dialect } from '../dialect.ts';
import { editFile } from './edit.ts';
import { examples } from './examples.ts';
import { searchFiles } from './glob.ts';
import { readMediaFile } from './image.ts';
import { directoryTree, getFileInfo, listAllowedDirectories, listDirectory, listDirectoryWithSizes } from './list.ts';
import { readFile, readMultipleFiles, readTextFile } from './read.ts';
import { createDirectory, moveFile, writeFile } from './write.ts';

export const filesystem = {
  name: 'filesystem',
  // In the order of the official server.
  tools: [
    readFile,
    readTextFile,
    readMediaFile,
    readMultipleFiles,
    writeFile,
    editFile,
    createDirectory,
    listDirectory,
    listDirectoryWithSizes,
    directoryTree,
    moveFile,
    searchFiles,
    getFileInfo,
    listAllowedDirectories,
  ],
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  examples,
  explain: words.otherFailure,
} satisfies Dialect;
