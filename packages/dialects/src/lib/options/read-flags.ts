import { parseArgs } from 'node:util';
import { ToolError } from '@dragoman/fs-core';
import { suggestion } from '@dragoman/tools/internal/session';
import { OPTIONS, type Option } from './option-table.ts';
import type { RawOptions } from './read-table.ts';

/** Parsed command line: values by option name, or a request for a page. */
export type Flags = { readonly kind: 'values'; readonly given: RawOptions } | { readonly kind: 'help' | 'version' };

/**
 * Reads the flags of a server's command line. Positional arguments are allowed directories, as `--allow-dir` is.
 * @throws ToolError `INVALID_ARGUMENT`, with a sentence for a person in a terminal
 */
export function readFlags(args: readonly string[], options: readonly Option[] = OPTIONS): Flags {
  const given = new Map<string, string[]>();
  const add = (name: string, value: string): unknown => given.set(name, [...(given.get(name) ?? []), value]);

  for (const token of tokensOf(args, options)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') add('allow-dir', token.value);
    else if (token.name === 'help' || token.name === 'version') return { kind: token.name };
    else add(token.name, givenValue(token, options));
  }
  return { kind: 'values', given };
}

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { readonly kind: 'option' }>;

// Not strict, so that mistakes are reported in the program's own words.
function tokensOf(args: readonly string[], options: readonly Option[]) {
  const known = options.map(({ name, value }) => [name, { type: value === null ? 'boolean' : 'string' }] as const);
  const all = {
    ...Object.fromEntries(known),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  } as const;
  return parseArgs({ args: [...args], options: all, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function givenValue({ name, rawName, value }: OptionToken, options: readonly Option[]): string {
  const option = options.find((candidate) => candidate.name === name);
  if (option === undefined) {
    const names = [...options.map((known) => known.name), 'help', 'version'];
    const meant = suggestion(name, names, (near) => `--${near}`) || '; --help lists them all';
    throw usage(rawName, `Unknown option "${rawName}"${meant}`);
  }
  if (value === undefined && option.value !== null) throw usage(rawName, `--${name} needs a value: <${option.value}>`);
  return value ?? '';
}

function usage(option: string, sentence: string): ToolError {
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option }, sentence);
}
