import * as words from '@dragoman/formatters/claude';
import type { Dialect } from '../dialect.ts';
import { examples } from './examples.ts';
import { read } from './read.ts';

export const claude = {
  name: 'claude',
  tools: [read],
  maxResponseSize: 100 * 1024,
  requiresRead: false,
  examples,
  explain: words.toolFailed,
} satisfies Dialect;
