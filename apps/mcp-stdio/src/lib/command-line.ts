import { parseArgs } from 'node:util';
import { OPTIONS, type Options, readOptions, suggestion } from '@dragoman/dialects/options';

export type Command = { readonly kind: 'serve'; readonly options: Options } | { readonly kind: 'help' | 'version' };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the command line asks for. Positional arguments are allowed directories, as `--allow-dir` is.
 * @throws Error with one line for a person in a terminal
 */
export function readCommandLine(
  args: readonly string[],
  environment: Environment,
  currentDirectory: () => string,
): Command {
  const given = new Map<string, string[]>();
  const add = (name: string, value: string): unknown => given.set(name, [...(given.get(name) ?? []), value]);

  for (const token of tokensOf(args)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') add('allow-dir', token.value);
    else if (token.name === 'help' || token.name === 'version') return { kind: token.name };
    else add(token.name, givenValue(token));
  }
  return { kind: 'serve', options: readOptions(given, { environment, currentDirectory }) };
}

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { readonly kind: 'option' }>;

// Not strict, so that mistakes are reported in this program's own words.
function tokensOf(args: readonly string[]) {
  const known = OPTIONS.map(({ name, value }) => [name, { type: value === null ? 'boolean' : 'string' }] as const);
  const options = {
    ...Object.fromEntries(known),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  } as const;
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function givenValue({ name, rawName, value }: OptionToken): string {
  const option = OPTIONS.find((candidate) => candidate.name === name);
  if (option === undefined) {
    const names = [...OPTIONS.map((known) => known.name), 'help', 'version'];
    const meant = suggestion(name, names, (near) => `--${near}`) || '; --help lists them all';
    throw new Error(`Unknown option "${rawName}"${meant}`);
  }
  if (value === undefined && option.value !== null) throw new Error(`--${name} needs a value: <${option.value}>`);
  return value ?? '';
}
