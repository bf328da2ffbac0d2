import * as words from '@dragoman/formatters/editor';
import type { Dialect } from '../dialect.ts';
import { bash } from './command.ts';
import { strReplace } from './edit.ts';
import { examples } from './examples.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { view } from './read.ts';
import { taskOutput } from './task-output.ts';
import { createFile } from './write.ts';

export const editor = {
  name: 'editor',
  tools: [view, strReplace, createFile, glob, grep, bash, taskOutput],
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  examples,
  explain: words.explained,
} satisfies Dialect;
