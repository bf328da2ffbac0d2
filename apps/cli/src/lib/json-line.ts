import { printableJson } from '@dragoman/dialects/internal/options';

/** A line of JSON for `--json`: nothing in it is unseen, and whoever parses it has the exact text. */
export function jsonLine(value: unknown): string {
  return `${printableJson(JSON.stringify(value))}\n`;
}
