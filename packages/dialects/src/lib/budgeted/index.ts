import * as words from '@dragoman/formatters/budgeted';
import type { Dialect } from '../dialect.ts';
import { writeCode } from './edit.ts';
import { examples } from './examples.ts';
import { findFiles } from './glob.ts';
import { searchCode } from './grep.ts';
import { readCode } from './read.ts';

export const budgeted = {
  name: 'budgeted',
  tools: [readCode, writeCode, searchCode, findFiles],
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  examples,
  explain: words.explained,
  structure: words.failed,
} satisfies Dialect;
