import * as words from '@dragoman/formatters/claude-code';
import type { Dialect } from '../dialect.ts';
import { bash } from './command.ts';
import { edit } from './edit.ts';
import { examples } from './examples.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { read } from './read.ts';
import { taskOutput } from './task-output.ts';
import { write } from './write.ts';

export const claudeCode = {
  name: 'claude-code',
  tools: [read, write, edit, glob, grep, bash, taskOutput],
  maxResponseSize: 100 * 1024,
  requiresRead: true,
  demandsAbsolutePaths: true,
  examples,
  explain: words.toolFailed,
} satisfies Dialect;
