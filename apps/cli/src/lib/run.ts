import process from 'node:process';
import { createToolset, type DialectName, describeDialect, type ToolResult, type Toolset } from '@dragoman/dialects';
import { type Options, readOptions, sessionOptionsOf } from '@dragoman/tools/options';
import { firstOperand, type GivenFlags, knownValues, readFlags } from './flags.ts';
import { createWordReader, type InputSource } from './input.ts';
import { parametersOf } from './parameters.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { suggestion } from './suggest.ts';
import { flagsOf, toolArguments } from './tool-arguments.ts';
import { UsageError } from './usage-error.ts';
import { VERSION } from './version.ts';

/** What the process was given, where it may write, and what ends it early. */
export interface Surroundings extends InputSource {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

// What a person at a command line wants where no client says who it is; `auto` means the same here.
const DEFAULT_DIALECT = 'editor';

/** Runs one command line; the answer is the exit status. */
export async function run(surroundings: Surroundings): Promise<number> {
  try {
    return await runCommand(surroundings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    surroundings.stderr.write(`dragoman: ${error.message.replaceAll('\n', ' ')}\n`);
    return 2;
  }
}

async function runCommand(surroundings: Surroundings): Promise<number> {
  const { args } = surroundings;
  const at = firstOperand(args, PROGRAM_FLAGS);
  const before = readFlags(at === -1 ? args : args.slice(0, at), PROGRAM_FLAGS);
  if (before.values.has('version')) {
    surroundings.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const command = args[at] ?? (before.values.has('help') ? 'help' : undefined);
  if (command === undefined) throw new UsageError('No command; dragoman --help lists them');
  const words = at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 1)];
  return (COMMANDS.get(command) ?? runTool)(words, surroundings, command);
}

type Command = (words: readonly string[], surroundings: Surroundings, name: string) => Promise<number>;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['tools', listTools],
  ['call', callTool],
  ['mcp', serveClient],
  ['help', (words, surroundings) => showHelp(readFlags(words, PROGRAM_FLAGS).operands[0], words, surroundings)],
]);

async function runTool(words: readonly string[], surroundings: Surroundings, name: string): Promise<number> {
  const dialect = dialectOf(words, surroundings);
  const { toolNames, describe } = await describeDialect(dialect);
  const definition = describe(name);
  if (definition === undefined) {
    const near = suggestion(name, [...toolNames, ...COMMANDS.keys()]);
    throw new UsageError(`Unknown command "${name}" in dialect ${dialect}${near}`);
  }
  const parameters = parametersOf(definition.inputSchema);
  const given = readFlags(words, [...PROGRAM_FLAGS, ...flagsOf(parameters)]);
  if (given.values.has('help')) return showHelp(name, words, surroundings);
  const input = await toolArguments(parameters, given, createWordReader(surroundings));
  return callAndPrint({ name, input, dialect, given: given.values }, surroundings);
}

/** `tools`: what there is, with `--json` exactly as `tools/list` answers. */
async function listTools(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values } = readFlags(words, PROGRAM_FLAGS);
  if (values.has('help')) return showHelp('tools', words, surroundings);
  const toolset = await openToolset(dialectOf(words, surroundings), optionsFrom(values, surroundings));
  try {
    const { tools } = toolset;
    const { toolList } = await import('./help.ts');
    surroundings.stdout.write(values.has('json') ? `${JSON.stringify({ tools }, null, 2)}\n` : toolList(tools));
    return 0;
  } finally {
    await toolset.close();
  }
}

/** `call <tool> '<json>'`, for scripts. */
async function callTool(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values, operands } = readFlags(words, PROGRAM_FLAGS);
  if (values.has('help')) return showHelp('call', words, surroundings);
  const [name, json = '{}', surplus] = operands;
  if (name === undefined || surplus !== undefined) throw new UsageError("Usage: dragoman call <tool> '<json>'");
  const text = await createWordReader(surroundings)(json, { name: 'json', schema: {} });
  const dialect = dialectOf(words, surroundings);
  return callAndPrint({ name, input: parseJson(text), dialect, given: values }, surroundings);
}

/** `mcp`: the server, with its own options; a chunk of its own, so that no other command loads it. */
async function serveClient(words: readonly string[], { signal }: Surroundings): Promise<number> {
  const { start } = await import('@dragoman/mcp-stdio/start');
  signal.addEventListener('abort', () => process.exit(130));
  await start(words);
  return Number(process.exitCode ?? 0);
}

async function showHelp(
  topic: string | undefined,
  words: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const dialect = dialectOf(words, surroundings);
  const { describe } = await describeDialect(dialect);
  const { programHelp, toolHelp } = await import('./help.ts');
  const definition = topic === undefined ? undefined : describe(topic);
  if (topic !== undefined && definition === undefined && !COMMANDS.has(topic)) {
    throw new UsageError(`No help on "${topic}" in dialect ${dialect}`);
  }
  surroundings.stdout.write(definition ? toolHelp(definition) : await programHelp(dialect));
  return 0;
}

interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly dialect: DialectName;
  readonly given: GivenFlags['values'];
}

async function callAndPrint({ name, input, dialect, given }: Call, surroundings: Surroundings): Promise<number> {
  const toolset = await openToolset(dialect, optionsFrom(given, surroundings));
  const { signal } = surroundings;
  try {
    if (!toolset.tools.some((tool) => tool.name === name)) {
      throw new UsageError(`${name} is not among the tools that these options offer`);
    }
    return printResult(await toolset.call(name, input, { signal }), given.has('json'), surroundings);
  } finally {
    await toolset.close();
  }
}

/** The dialect decides which flags there are, so it is looked for among words of which the others are unknown yet. */
function dialectOf(words: readonly string[], surroundings: Surroundings): DialectName {
  const { dialect } = optionsFrom(knownValues(words, PROGRAM_FLAGS), surroundings);
  return dialect === 'auto' ? DEFAULT_DIALECT : dialect;
}

function optionsFrom(values: GivenFlags['values'], { environment, cwd }: Surroundings): Options {
  try {
    return readOptions(values, environment, cwd, { dialect: DEFAULT_DIALECT });
  } catch (error) {
    throw UsageError.from(error);
  }
}

async function openToolset(dialect: DialectName, options: Options): Promise<Toolset> {
  try {
    return await createToolset({ dialect, session: sessionOptionsOf(options) });
  } catch (error) {
    throw UsageError.from(error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function printResult(result: ToolResult, asJson: boolean, surroundings: Surroundings): number {
  if (asJson) surroundings.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else if (result.isError) surroundings.stderr.write(`${textOf(result)}\n`);
  else surroundings.stdout.write(textOf(result));
  return result.isError ? 1 : 0;
}

/** The model's text as it is; what is no text is named. */
function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}: ${typeOf(block)}]`)).join('\n');
}

function typeOf(block: Exclude<ToolResult['content'][number], { readonly type: 'text' }>): string {
  return block.type === 'image' ? block.mimeType : block.resource.mimeType;
}
