import type { DialectName } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/options';
import { describe } from './options.ts';
import { UsageError } from './usage-error.ts';

/** @throws UsageError if the options do not offer a tool of the dialect; it says which option is missing or amiss */
export async function assertOffered(name: string, dialect: DialectName, options: Options): Promise<void> {
  const { readOnly, dryRun, shell } = options;
  const { offers } = await describe(dialect);
  if (offers(name, { runsCommands: shell !== 'off', readOnly, dryRun })) return;
  if (readOnly) throw new UsageError(`--read-only leaves out ${name}`);
  if (shell !== 'off') throw new UsageError(`--dry-run leaves out ${name}: a command may change files`);
  throw new UsageError(`${name} needs --shell sandboxed or --shell unrestricted: without it no commands run`);
}
