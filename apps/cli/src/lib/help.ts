import { type DialectName, describeDialect, type JsonSchema, type ToolDefinition } from '@dragoman/dialects';
import { OPTIONS, type Option } from '@dragoman/tools/options';
import { type Parameter, parametersOf } from './parameters.ts';

const COMMANDS: readonly (readonly [string, string])[] = [
  ['tools', 'List the tools with their parameters; --json as tools/list answers'],
  ["call <tool> '<json>'", 'Call a tool with arguments in JSON'],
  ['mcp [directory...]', 'Start the MCP server over stdin and stdout, as dragoman-mcp does'],
  ['help [tool]', 'Show this page, or a tool’s'],
];

/** The page of the program itself. */
export async function programHelp(dialect: DialectName): Promise<string> {
  const { toolNames, describe } = await describeDialect(dialect);
  const tools = toolNames.map((name) => [name, describe(name)?.title ?? ''] as const);
  const options = [
    ...OPTIONS.map((option) => [flagOf(option), optionAbout(option)] as const),
    ['--json', 'Print the whole result as JSON'] as const,
    ['-h, --help', 'Show this page, or a tool’s'] as const,
    ['-v, --version', 'Show the version'] as const,
  ];
  return `Usage: dragoman [options] <command> [arguments]

Every file tool of every dialect as a command. What it prints is what a model sees.

Tools of dialect ${dialect}:
${rows(tools)}
Commands:
${rows(COMMANDS)}
Options (each but the last three also an environment variable: --max-file-size is DRAGOMAN_MAX_FILE_SIZE):
${rows(options)}`;
}

/** The page of one tool. */
export function toolHelp({ name, title, description, inputSchema }: ToolDefinition): string {
  const parameters = parametersOf(inputSchema);
  const operands = parameters.filter(({ positional }) => positional).map(operandOf);
  const flags = parameters.map((parameter) => [spelled(parameter), parameterAbout(parameter)] as const);
  return `Usage: dragoman ${[name, ...operands].join(' ')} [flags]

${title}

${description}

Parameters:
${rows(flags)}
A value may be - for stdin or @file for a file's text (@@ for a plain @), a list 1,40 or repeated.
`;
}

/** The tools with their parameters, one a line. */
export function toolList(tools: readonly ToolDefinition[]): string {
  return tools
    .map(({ name, title, inputSchema }) => {
      const parameters = parametersOf(inputSchema).map((p) => `  ${spelled(p)}${p.required ? '  required' : ''}\n`);
      return `${name}  ${title}\n${parameters.join('')}`;
    })
    .join('\n');
}

function operandOf({ name, required }: Parameter): string {
  return required ? `<${name}>` : `[${name}]`;
}

function spelled({ name, schema }: Parameter): string {
  const flag = /^-.$/.test(name) ? name : `--${name}`;
  return schema.type === 'boolean' ? flag : `${flag} <${typeName(schema)}>`;
}

function typeName({ type, enum: values }: JsonSchema): string {
  if (Array.isArray(values)) return values.join('|');
  return typeof type === 'string' ? type : 'json';
}

function parameterAbout({ schema, required }: Parameter): string {
  const { description = '', default: fallback } = schema;
  const notes = [required && 'required', fallback !== undefined && `default: ${JSON.stringify(fallback)}`];
  return withNotes(description, notes);
}

function flagOf({ name, value }: Option): string {
  return value === null ? `--${name}` : `--${name} <${value}>`;
}

function optionAbout({ name, description, choices, value, fallback, repeatable }: Option): string {
  const presumed = name === 'dialect' ? 'editor' : fallback;
  return withNotes(description, [
    choices?.join(', '),
    repeatable && 'repeatable',
    value !== null && presumed !== '' && `default: ${presumed}`,
  ]);
}

function withNotes(about: string, notes: readonly (string | false | undefined)[]): string {
  const said = notes.filter((note) => note);
  return said.length === 0 ? about : `${about} (${said.join('; ')})`;
}

function rows(table: readonly (readonly [string, string])[]): string {
  const width = Math.max(...table.map(([left]) => left.length));
  return table.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
