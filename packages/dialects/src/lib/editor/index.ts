import { claude } from '@dragoman/formatters';
import type { Dialect } from '../dialect.ts';
import { bash } from './bash.ts';
import { createFile } from './create-file.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { strReplace } from './str-replace.ts';
import { taskOutput } from './task-output.ts';
import { view } from './view.ts';

export const editor = {
  name: 'editor',
  tools: [view, strReplace, createFile, glob, grep, bash, taskOutput],
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  explain: claude.explained,
} satisfies Dialect;
