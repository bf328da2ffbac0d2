import { type DialectName, dialectNames } from '@dragoman/dialects';
import { describeDialect } from '@dragoman/dialects/internal/options';
import type { Invocation } from '../cli-context.ts';
import { type Chapter, manual } from '../manual.ts';
import { dialectOf } from '../options.ts';
import { commandPage, programPage, toolPage } from '../pages.ts';
import { commandWords } from '../program-flags.ts';
import { VERSION } from '../version.ts';
import { COMMAND_NAMES } from './about.ts';

/** `man`: the manual, with a chapter for each command and each tool of each dialect. */
export async function printManual({ words, context }: Invocation): Promise<number> {
  commandWords(words);
  const program = await programPage(dialectOf(words, context));
  const commands = COMMAND_NAMES.map((name) => ({ name: `dragoman ${name}`, page: commandPage(name) }));
  const tools = await Promise.all(dialectNames().map(chaptersOf));
  context.stdout.write(manual(program, [...commands, ...tools.flat()], VERSION));
  return 0;
}

async function chaptersOf(dialect: DialectName): Promise<Chapter[]> {
  const { toolNames, describe: definitionOf } = await describeDialect(dialect);
  const chapters: Chapter[] = [];
  for (const name of toolNames) {
    const definition = definitionOf(name);
    if (definition) chapters.push({ name: `${name} (${dialect})`, page: await toolPage(definition, dialect) });
  }
  return chapters;
}
