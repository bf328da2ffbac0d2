import { type DialectName, dialectNames } from '@dragoman/dialects';
import { describeDialect } from '@dragoman/dialects/internal/options';
import { suggestion } from '@dragoman/tools/internal/session';

/**
 * A hint for a tool name that dialect `spoken` does not have: another dialect has it, or a similar name; else ''.
 * @param others further names that could be meant
 */
export async function suggestTool(name: string, spoken: DialectName, others: readonly string[] = []): Promise<string> {
  for (const dialect of dialectNames()) {
    const { toolNames } = await describeDialect(dialect);
    if (toolNames.includes(name)) return `; it is one of --dialect ${dialect}`;
  }
  const { toolNames } = await describeDialect(spoken);
  return suggestion(name, [...toolNames, ...others]);
}
