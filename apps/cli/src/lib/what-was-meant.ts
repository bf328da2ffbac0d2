import { type DialectName, describeDialect, dialectNames } from '@dragoman/dialects';
import { suggestion } from './suggest.ts';

/**
 * What somebody may have meant by a tool that dialect `spoken` does not have: one of another, or a name near it.
 * @param others what could be meant beside a tool
 */
export async function whatWasMeant(name: string, spoken: DialectName, others: readonly string[] = []): Promise<string> {
  for (const dialect of dialectNames()) {
    const { toolNames } = await describeDialect(dialect);
    if (toolNames.includes(name)) return `; it is one of --dialect ${dialect}`;
  }
  const { toolNames } = await describeDialect(spoken);
  return suggestion(name, [...toolNames, ...others]);
}
