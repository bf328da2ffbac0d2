import { gemini as words } from '@dragoman/formatters';
import type { Dialect } from '../dialect.ts';
import { glob } from './glob.ts';
import { listDirectory } from './list-directory.ts';
import { readFile } from './read-file.ts';
import { replace } from './replace.ts';
import { runShellCommand } from './run-shell-command.ts';
import { searchFileContent } from './search-file-content.ts';
import { writeFile } from './write-file.ts';

export const gemini = {
  name: 'gemini',
  tools: [listDirectory, readFile, writeFile, replace, glob, searchFileContent, runShellCommand],
  // The name that newer models use.
  aliases: { grep_search: 'search_file_content' },
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  demandsAbsolutePaths: true,
  explain: words.otherFailure,
} satisfies Dialect;
