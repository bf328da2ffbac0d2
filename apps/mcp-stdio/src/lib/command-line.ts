import { assertKnownVariables, type Options, readFlags, readOptions } from '@dragoman/dialects/internal/options';

export type Command = { readonly kind: 'serve'; readonly options: Options } | { readonly kind: 'help' | 'version' };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the command line. Positional arguments are allowed directories, as `--allow-dir` is.
 * @throws Error with one line for a person in a terminal
 */
export function readCommandLine(
  args: readonly string[],
  environment: Environment,
  currentDirectory: () => string,
): Command {
  const flags = readFlags(args);
  if (flags.kind !== 'values') return flags;
  assertKnownVariables(environment);
  return { kind: 'serve', options: readOptions(flags.given, { environment, currentDirectory }) };
}
