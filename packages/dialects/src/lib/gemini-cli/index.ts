import * as words from '@dragoman/formatters/gemini-cli';
import type { Dialect } from '../dialect.ts';
import { listBackgroundProcesses, readBackgroundOutput, runShellCommand } from './command.ts';
import { replace } from './edit.ts';
import { examples } from './examples.ts';
import { glob } from './glob.ts';
import { grepSearch } from './grep.ts';
import { listDirectory } from './list.ts';
import { readFile } from './read.ts';
import { readManyFiles } from './read-many.ts';
import { writeFile } from './write.ts';

export const geminiCli = {
  name: 'gemini-cli',
  tools: [
    readFile,
    writeFile,
    replace,
    grepSearch,
    glob,
    listDirectory,
    runShellCommand,
    listBackgroundProcesses,
    readBackgroundOutput,
  ],
  unlistedTools: [readManyFiles],
  // The names that Qwen Code and older models use.
  aliases: { edit: 'replace', search_file_content: 'grep_search' },
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  guard: { fileName: '.geminiignore', outranksGit: true, code: 'ACCESS_DENIED' },
  examples,
  explain: words.otherFailure,
} satisfies Dialect;
