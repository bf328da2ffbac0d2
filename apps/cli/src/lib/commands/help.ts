import type { DialectName } from '@dragoman/dialects';
import { describeDialect, helpText } from '@dragoman/dialects/internal/options';
import type { Invocation } from '../cli-context.ts';
import { knownValues } from '../flags.ts';
import { dialectOf } from '../options.ts';
import { commandPage, type Page, programPage, toolPage } from '../pages.ts';
import { commandWords, PROGRAM_FLAGS } from '../program-flags.ts';
import { suggestTool } from '../suggest-tool.ts';
import { paintHeading, paintTerm } from '../terminal/colours.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { COMMAND_NAMES, isCommandName } from './about.ts';

/** `help [command]`: the page of a command or tool, or that of the program. */
export async function showHelp({ words, context }: Invocation): Promise<number> {
  const dialect = dialectOf(words, context);
  const [topic] = commandWords(words, 1).operands;
  const { args, stdout, columns } = context;
  // `--color` may stand among the words of another command whose help is asked for.
  const given = knownValues(args, PROGRAM_FLAGS);
  const terminal = await terminalOf(stdout, given, context);
  const colours = terminal?.showsColours ? { heading: paintHeading, term: paintTerm } : {};
  stdout.write(helpText(await pageOn(topic, dialect), { columns, ...colours }));
  return 0;
}

async function pageOn(topic: string | undefined, dialect: DialectName): Promise<Page> {
  if (topic === undefined) return programPage(dialect);
  if (isCommandName(topic)) return commandPage(topic);
  const definition = (await describeDialect(dialect)).describe(topic);
  if (definition !== undefined) return toolPage(definition, dialect);
  throw new UsageError(
    `No help on "${topic}" in dialect ${dialect}${await suggestTool(topic, dialect, COMMAND_NAMES)}`,
  );
}
