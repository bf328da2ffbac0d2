import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { replaceOrCreate } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { fromWorkdir, givenPath, withoutScheduling } from './given-path.ts';
import { assertComplete } from './omission-placeholder.ts';
import { input } from './schemas.ts';

const description = `Replaces text within a file: exactly one occurrence of old_string, or with allow_multiple all of them. Give enough context to make old_string unique, and both texts literally, with their white space and newlines, unescaped. If nothing matches, nothing is changed. An empty old_string creates the file.`;

export const replace = tool({
  name: 'replace',
  title: 'Replace text in a file',
  description,
  effect: 'edits',
  typed: 'edit',
  input: input.replace,
  unlisted: ['expected_replacements'],
  outOfRange: { expected_replacements: 'nearest' },
  adapt: withoutScheduling,
  operation: fromWorkdir(replaceOrCreate),
  request: ({ file_path, old_string, new_string, allow_multiple = false, expected_replacements = 1 }) => {
    const path = givenPath(file_path);
    assertComplete('new_string', new_string, old_string);
    const occurrences = allow_multiple ? ('any' as const) : expected_replacements;
    return { path, oldText: old_string, newText: new_string, occurrences, byLines: true };
  },
  render: geminiCli.replaced,
  explain: geminiCli.replaceFailed,
});
