import { ToolError } from '@dragoman/fs-core';
import { suggestion } from '@dragoman/tools/internal/session';
import type { Dialect } from './dialect.ts';
import { dialectNames, isDialectName, REGISTRY } from './registry.ts';

/** @throws ToolError `INVALID_ARGUMENT` for an unknown name */
export async function loadDialect(name: string): Promise<Dialect> {
  if (isDialectName(name)) return await REGISTRY[name]();
  const names = dialectNames();
  const message = `No dialect "${name}" among ${names.join(', ')}${suggestion(String(name), names)}`;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: 'dialect' }, message);
}
