import { type HelpPage, helpText, optionRows, plainLine } from '@dragoman/dialects/internal/options';
import { readCommandLine } from './command-line.ts';
import { serve } from './serve.ts';
import { VERSION } from './version.ts';

/**
 * Runs the server as a command line asks; it goes on serving after this resolves. Errors go to stderr, exit status 2.
 */
export async function start(args: readonly string[]): Promise<void> {
  try {
    const command = readCommandLine(args, process.env, () => process.cwd());
    if (command.kind === 'serve') await serve(command.options);
    else process.stdout.write(command.kind === 'help' ? helpText(USAGE, process.stdout) : `${VERSION}\n`);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    process.stderr.write(`dragoman-mcp: ${plainLine(sentence)}\n`);
    process.exitCode = 2;
  }
}

/** The help page, made from the table of options. */
const USAGE: HelpPage = {
  usage: 'dragoman-mcp [options] [directory...]',
  description: `An MCP server over stdin and stdout: file tools in the dialect that a model knows.
Directories are what the tools may touch, as --allow-dir is. Without any, these are the roots that the client names, or else the working directory.`,
  tables: [
    {
      heading: 'Options',
      rows: [...optionRows(), ['-h, --help', 'Show this page'], ['-v, --version', 'Show the version']],
    },
    {
      heading: 'Environment',
      rows: [['DRAGOMAN_…', 'Each option down to --log-level: --max-file-size is DRAGOMAN_MAX_FILE_SIZE']],
    },
  ],
  examples: [],
};
