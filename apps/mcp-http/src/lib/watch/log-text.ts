import { printableJson } from '@dragoman/dialects/internal/options';

/** A text on one line, in which nothing is unseen: as escapes of JSON, which those who parse a line as JSON read. */
export function escaped(text: string): string {
  return printableJson(text).replaceAll('\n', '\\u000a');
}
