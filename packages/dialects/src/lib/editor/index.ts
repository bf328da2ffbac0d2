import { claude } from '@dragoman/formatters';
import type { Dialect } from '../dialect.ts';
import { createFile } from './create-file.ts';

export const editor: Dialect = {
  name: 'editor',
  tools: [createFile],
  maxResponseSize: 1024 * 1024,
  explain: claude.explained,
};
