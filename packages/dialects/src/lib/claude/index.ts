import * as words from '@dragoman/formatters/claude';
import type { Dialect } from '../dialect.ts';
import { bash } from './command.ts';
import { edit } from './edit.ts';
import { examples } from './examples.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { notebookEdit } from './notebook.ts';
import { read } from './read.ts';
import { taskOutput } from './task-output.ts';
import { taskStop } from './task-stop.ts';
import { write } from './write.ts';

export const claude = {
  name: 'claude',
  tools: [read, edit, write, notebookEdit, grep, glob, bash, taskStop, taskOutput],
  // Names of earlier releases.
  aliases: { KillShell: 'TaskStop', BashOutput: 'TaskOutput' },
  maxResponseSize: 100 * 1024,
  requiresRead: false,
  remembersReads: true,
  examples,
  explain: words.toolFailed,
} satisfies Dialect;
