import { claude } from '@dragoman/formatters';
import type { Dialect } from '../dialect.ts';
import { createFile } from './create-file.ts';
import { strReplace } from './str-replace.ts';
import { view } from './view.ts';

export const editor: Dialect = {
  name: 'editor',
  tools: [view, strReplace, createFile],
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  explain: claude.explained,
};
