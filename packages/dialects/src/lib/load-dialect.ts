import { ToolError } from '@dragoman/tools';
import type { Dialect } from './dialect.ts';
import type { DialectName } from './toolset-contract.ts';

// Loaded on first use, so that a process pays for one dialect only.
const DIALECTS: ReadonlyMap<DialectName, () => Promise<Dialect>> = new Map([
  ['budgeted', async () => (await import('./budgeted/index.ts')).budgeted],
  ['claude-code', async () => (await import('./claude-code/index.ts')).claudeCode],
  ['editor', async () => (await import('./editor/index.ts')).editor],
  ['gemini', async () => (await import('./gemini/index.ts')).gemini],
]);

/** @throws ToolError `INVALID_ARGUMENT` where there is none of that name */
export async function loadDialect(name: DialectName): Promise<Dialect> {
  const load = DIALECTS.get(name);
  if (load === undefined) throw new ToolError('INVALID_ARGUMENT', `No dialect "${name}"`);
  return await load();
}

/** The dialects that there are, in no order that means anything. */
export function dialectNames(): DialectName[] {
  return [...DIALECTS.keys()];
}
