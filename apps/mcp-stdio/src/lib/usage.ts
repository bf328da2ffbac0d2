import { OPTIONS, type Option } from '@dragoman/tools/options';

const HEAD = `Usage: dragoman-mcp [options] [directory...]

An MCP server over stdin and stdout: file tools in the dialect that a model knows.
Directories are what the tools may touch, as --allow-dir is. Without any, these are the roots that the client names, or
else the working directory.

Options (each also an environment variable: --max-file-size is DRAGOMAN_MAX_FILE_SIZE):
`;

/** The help page, made from the table of options. */
export function usage(): string {
  const rows = [
    ...OPTIONS.map((option) => [flagOf(option), describe(option)] as const),
    ['-h, --help', 'Show this page'] as const,
    ['-v, --version', 'Show the version'] as const,
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return HEAD + rows.map(([flag, about]) => `  ${flag.padEnd(width)}  ${about}\n`).join('');
}

function flagOf({ name, value }: Option): string {
  return value === null ? `--${name}` : `--${name} <${value}>`;
}

function describe({ description, value, choices, fallback, repeatable }: Option): string {
  const notes = [
    choices?.join(', '),
    repeatable && 'repeatable',
    value !== null && fallback !== '' && `default: ${fallback}`,
  ].filter((note) => note);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
