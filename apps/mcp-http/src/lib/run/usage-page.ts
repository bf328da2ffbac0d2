import { type HelpPage, optionRows } from '@dragoman/dialects/internal/options';
import { HTTP_TABLE } from '../options/http-option-table.ts';
import { APP_DEFAULTS, SHARED_OPTIONS } from '../options/http-options.ts';

/** The help page, made from the tables of options. */
export const USAGE: HelpPage = {
  usage: 'dragoman-http [options] [directory...]\ndragoman-http token',
  description: `An MCP server over Streamable HTTP: file tools for many clients, each with its own rights.
Directories are the most that any client may touch, as --allow-dir is.
token prints a new token, and the line for the file of principals.`,
  tables: [
    { heading: 'Serving', rows: optionRows({}, Object.values(HTTP_TABLE)) },
    {
      heading: 'What any token may do at most',
      rows: [
        ...optionRows(APP_DEFAULTS, SHARED_OPTIONS),
        ['-h, --help', 'Show this page'],
        ['-v, --version', 'Show the version'],
      ],
    },
    {
      heading: 'Environment',
      rows: [['DRAGOMAN_…', 'Each option down to --log-level: --max-file-size is DRAGOMAN_MAX_FILE_SIZE']],
    },
  ],
  examples: [
    'TOKEN=$(dragoman-http token | head -1) dragoman-http --token-env TOKEN /srv/project',
    'dragoman-http --listen 0.0.0.0:7345 --public-url https://files.example.com/mcp --principals principals.json /srv',
  ],
};
