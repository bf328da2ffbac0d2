import { budgeted as style } from '@dragoman/formatters';
import type { Dialect } from '../dialect.ts';
import { findFiles } from './find-files.ts';
import { readCode } from './read-code.ts';
import { searchCode } from './search-code.ts';
import { writeCode } from './write-code.ts';

export const budgeted = {
  name: 'budgeted',
  tools: [readCode, writeCode, searchCode, findFiles],
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  explain: style.explained,
  structure: style.failed,
} satisfies Dialect;
