import * as words from '@dragoman/formatters/agent';
import type { Dialect } from '../dialect.ts';
import { bash } from './command.ts';
import { edit } from './edit.ts';
import { examples } from './examples.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { read } from './read.ts';
import { write } from './write.ts';

export const agent = {
  name: 'agent',
  tools: [bash, read, write, edit, glob, grep],
  maxResponseSize: 256 * 1024,
  requiresRead: false,
  examples,
  explain: words.otherFailure,
} satisfies Dialect;
