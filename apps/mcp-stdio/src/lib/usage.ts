import { type HelpPage, optionRows } from '@dragoman/dialects/options';

/** The help page, made from the table of options. */
export const USAGE: HelpPage = {
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
