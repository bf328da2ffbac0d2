import { type DialectName, describeDialect, dialectNames } from '@dragoman/dialects';
import { COMMAND_NAMES } from './commands/about.ts';
import { suggestion } from './suggest.ts';

/** What somebody may have meant by a command that dialect `spoken` does not have: one of another, or a name near it. */
export async function whatWasMeant(name: string, spoken: DialectName): Promise<string> {
  for (const dialect of dialectNames()) {
    const { toolNames } = await describeDialect(dialect);
    if (toolNames.includes(name)) return `; it is one of --dialect ${dialect}`;
  }
  const { toolNames } = await describeDialect(spoken);
  return suggestion(name, [...toolNames, ...COMMAND_NAMES]);
}
