import type { DialectName } from '@dragoman/dialects';
import { describeDialect } from '@dragoman/dialects/internal/options';
import { DEFAULT_DIALECT } from './options.ts';

/** Two uses of a tool, for a POSIX shell; a test runs each of them. */
export async function examplesOf(dialect: DialectName, tool: string): Promise<string[]> {
  const { examplesOf: usesOf } = await describeDialect(dialect);
  const program = dialect === DEFAULT_DIALECT ? 'dragoman' : `dragoman --dialect ${dialect}`;
  const whole = (use: string) => (/\bdragoman\b/.test(use) ? use : `dragoman ${tool} ${use}`);
  return usesOf(tool).map((use) => whole(use).replace(/\bdragoman\b/, program));
}
