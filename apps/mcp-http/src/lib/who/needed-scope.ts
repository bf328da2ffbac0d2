import { dialectFor } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/internal/options';
import { describeDialect } from '@dragoman/dialects/internal/options';
import type { Principal, Scope } from './principal.ts';

/**
 * The scope that a principal lacks for a tool; null if it lacks none, or if no token can have the tool here.
 * @param base the options of the command line
 */
export async function lackingScope(
  { options, scopes }: Principal,
  { name, client, base }: { readonly name: string; readonly client: string; readonly base: Options },
): Promise<Scope | null> {
  if ((base.readOnly || scopes.has('files:write')) && (base.shell === 'off' || scopes.has('shell:run'))) return null;
  const dialect = options.dialect === 'auto' ? dialectFor(client) : options.dialect;
  const { offers } = await describeDialect(dialect);
  const { dryRun, memoryDir, journal: hasJournal } = base;
  const with_ = (readOnly: boolean, runsCommands: boolean): boolean =>
    offers(name, { readOnly, runsCommands, dryRun, hasMemory: memoryDir !== null, hasJournal });
  if (with_(!scopes.has('files:write'), scopes.has('shell:run'))) return null;
  if (!scopes.has('files:write') && !base.readOnly && with_(false, false)) return 'files:write';
  return !scopes.has('shell:run') && base.shell !== 'off' && with_(base.readOnly, true) ? 'shell:run' : null;
}
