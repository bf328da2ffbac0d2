import { createToolset, type DialectName, describeDialect, type ToolResult, type Toolset } from '@dragoman/dialects';
import { type Options, readOptions, sessionOptionsOf } from '@dragoman/tools/options';
import { firstOperand, type GivenFlags, knownValues, readFlags } from './flags.ts';
import { parametersOf } from './parameters.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { flagsOf, toolArguments } from './tool-arguments.ts';
import { UsageError } from './usage-error.ts';
import { VERSION } from './version.ts';

/** What the process was given, and where it may write. */
export interface Surroundings {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
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
  const { args, stdout } = surroundings;
  const at = firstOperand(args, PROGRAM_FLAGS);
  const before = readFlags(at === -1 ? args : args.slice(0, at), PROGRAM_FLAGS);
  if (before.values.has('version')) {
    stdout.write(`${VERSION}\n`);
    return 0;
  }
  const command = args[at];
  if (command === undefined) throw new UsageError('No command');
  return runTool(command, [...args.slice(0, at), ...args.slice(at + 1)], surroundings);
}

async function runTool(name: string, words: readonly string[], surroundings: Surroundings): Promise<number> {
  const dialect = dialectOf(words, surroundings);
  const definition = (await describeDialect(dialect)).describe(name);
  if (definition === undefined) throw new UsageError(`Unknown command "${name}" in dialect ${dialect}`);
  const parameters = parametersOf(definition.inputSchema);
  const given = readFlags(words, [...PROGRAM_FLAGS, ...flagsOf(parameters)]);
  const input = toolArguments(parameters, given);

  const options = optionsFrom(given.values, surroundings);
  const toolset = await openToolset(dialect, options);
  try {
    if (!toolset.tools.some((tool) => tool.name === name))
      throw new UsageError(`${name} is not offered as things stand`);
    return printResult(await toolset.call(name, input), given.values.has('json'), surroundings);
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

function printResult(result: ToolResult, asJson: boolean, { stdout, stderr }: Surroundings): number {
  if (asJson) stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else (result.isError ? stderr : stdout).write(textOf(result));
  return result.isError ? 1 : 0;
}

/** The model's text as it is; what is no text is named. */
function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.mimeType}]`)).join('\n');
}
