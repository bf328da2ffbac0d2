import * as words from '@dragoman/formatters/text_editor';
import type { Dialect } from '../dialect.ts';
import { bash } from './command.ts';
import { strReplaceBasedEditTool } from './edit.ts';
import { examples } from './examples.ts';
import { memory } from './memory.ts';

export const textEditor = {
  name: 'text_editor',
  tools: [strReplaceBasedEditTool, memory, bash],
  aliases: { str_replace_editor: 'str_replace_based_edit_tool' },
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  demandsAbsolutePaths: true,
  examples,
  explain: words.otherFailure,
} satisfies Dialect;
