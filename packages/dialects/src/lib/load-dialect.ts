import { suggestion, ToolError } from '@dragoman/tools';
import type { Dialect } from './dialect.ts';
import type { DialectName } from './dialect-name.ts';

// Loaded on first use, so that a process loads only the dialects that it speaks.
const DIALECTS: ReadonlyMap<DialectName, () => Promise<Dialect>> = new Map<DialectName, () => Promise<Dialect>>([
  ['budgeted', async () => (await import('./budgeted/index.ts')).budgeted],
  ['claude-code', async () => (await import('./claude-code/index.ts')).claudeCode],
  ['editor', async () => (await import('./editor/index.ts')).editor],
  ['gemini', async () => (await import('./gemini/index.ts')).gemini],
]);

/** @throws ToolError `INVALID_ARGUMENT` for an unknown name */
export async function loadDialect(name: DialectName): Promise<Dialect> {
  const load = DIALECTS.get(name);
  if (load === undefined) {
    const names = dialectNames();
    const message = `No dialect "${name}" among ${names.join(', ')}${suggestion(String(name), names)}`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: 'dialect' }, message);
  }
  return await load();
}

/** The names of all dialects, in no particular order. */
export function dialectNames(): DialectName[] {
  return [...DIALECTS.keys()];
}
