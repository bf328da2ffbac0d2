import type { DialectName, ToolDefinition } from '@dragoman/dialects';
import { describeDialect, type HelpPage, type HelpTable, optionRows } from '@dragoman/dialects/internal/options';
import { ABOUT, COMMAND_NAMES, type CommandName } from './commands/about.ts';
import { examplesOf } from './examples.ts';
import { DEFAULT_DIALECT } from './options.ts';
import { type Parameter, parametersOf, shownFile, spelledFlag } from './parameters.ts';

/** Contents of the help and the manual of the program or one command. */
export interface Page extends HelpPage {
  readonly summary: string;
}

const HOW_VALUES_READ = `A value may be - for stdin or @file for a file's text (@@ for a plain @). Lists are 1,40 or repeated; everything that is neither text, number nor switch is JSON. Names may be spelled with - for _.`;

/** The page of the program, with the tools of one dialect. */
export async function programPage(dialect: DialectName): Promise<Page> {
  const { toolNames, describe } = await describeDialect(dialect);
  return {
    usage: 'dragoman [options] <command> [arguments]',
    summary: 'Every file tool of every dialect as a command',
    description: 'Every file tool of every dialect as a command. What it prints is what a model sees.',
    tables: [
      { heading: `Tools of dialect ${dialect}`, rows: toolNames.map((name) => [name, describe(name)?.title ?? '']) },
      {
        heading: 'Commands',
        rows: COMMAND_NAMES.map((name) => [`${name} ${ABOUT[name].operands}`.trim(), ABOUT[name].summary]),
      },
      { heading: 'Options', rows: OPTION_ROWS },
      {
        heading: 'Environment',
        rows: [
          ['DRAGOMAN_…', 'Each option down to --log-level: --max-file-size is DRAGOMAN_MAX_FILE_SIZE'],
          ['DRAGOMAN_LOG', 'debug: as --verbose'],
          ['NO_COLOR', 'Set to anything: no colours, as --color never'],
          ['FORCE_COLOR', 'Set to anything but 0: colours, as --color always; beats NO_COLOR'],
        ],
      },
      {
        heading: 'Exit status',
        rows: [
          ['0', 'The tool did it'],
          ['1', 'The tool said no, with the reason on stderr, or a search found nothing'],
          ['2', 'The command line makes no sense'],
          ['130', 'Interrupted'],
        ],
      },
    ],
    examples: await Promise.all(toolNames.slice(0, 2).map((name) => firstExample(dialect, name))),
  };
}

async function firstExample(dialect: DialectName, tool: string): Promise<string> {
  const [first = ''] = await examplesOf(dialect, tool);
  return first;
}

/** The page of one tool. */
export async function toolPage(definition: ToolDefinition, dialect: DialectName): Promise<Page> {
  const { name, title, description, inputSchema } = definition;
  const parameters = parametersOf(inputSchema);
  const several = shownFile(definition) === null ? '' : '...';
  const operands = parameters
    .filter(({ positional }) => positional)
    .map(({ name, required }) => (required ? `<${name}>` : `[${name}]`) + several);
  const inDialect = dialect === DEFAULT_DIALECT ? [] : ['--dialect', dialect];
  return {
    usage: ['dragoman', ...inDialect, name, ...operands, '[flags]'].join(' '),
    summary: title,
    description: `${description}\n\n${HOW_VALUES_READ}`,
    tables: [{ heading: 'Parameters', rows: parameters.map((each) => [spelledFlag(each), aboutParameter(each)]) }],
    examples: await examplesOf(dialect, name),
  };
}

/** The page of one of the program's own commands. */
export function commandPage(name: CommandName): Page {
  const { operands, ...words } = ABOUT[name];
  return { ...words, usage: `dragoman ${name} ${operands}`.trim(), tables: [] };
}

const OPTION_ROWS: HelpTable['rows'] = [
  ...optionRows({ dialect: DEFAULT_DIALECT }),
  ['--json', 'Print the whole result as JSON'],
  ['--color <when>', 'When to print colours, and images at a terminal (auto, always, never; default: auto)'],
  ['--no-color', 'As --color never'],
  ['--verbose', 'Tell where an unexpected error came from'],
  ['-h, --help', 'Show this page, or that of a command'],
  ['-v, --version', 'Show the version'],
];

function aboutParameter({ schema, required }: Parameter): string {
  const { description = '', default: fallback } = schema;
  const note = required ? 'required' : fallback === undefined ? '' : `default: ${JSON.stringify(fallback)}`;
  return [description, note && `(${note})`].filter((part) => part).join(' ');
}
