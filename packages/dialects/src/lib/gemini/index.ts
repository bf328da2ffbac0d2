import * as words from '@dragoman/formatters/gemini';
import type { Dialect } from '../dialect.ts';
import { runShellCommand } from './command.ts';
import { replace } from './edit.ts';
import { examples } from './examples.ts';
import { glob } from './glob.ts';
import { searchFileContent } from './grep.ts';
import { listDirectory } from './list.ts';
import { readFile } from './read.ts';
import { writeFile } from './write.ts';

export const gemini = {
  name: 'gemini',
  tools: [listDirectory, readFile, writeFile, replace, glob, searchFileContent, runShellCommand],
  // The names that newer models, and Qwen Code's, use.
  aliases: { grep_search: 'search_file_content', edit: 'replace' },
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  demandsAbsolutePaths: true,
  guard: { fileName: '.geminiignore' },
  examples,
  explain: words.otherFailure,
} satisfies Dialect;
