import { faultyOption, suggestion } from '@dragoman/tools/internal/session';
import { isObject } from './check-value.ts';
import type { ToolsetOptions } from './toolset-options.ts';

const NAMES: readonly (keyof ToolsetOptions)[] = ['dialect', 'session', 'tools', 'beforeChange', 'onUnexpectedError'];

/**
 * Refuses options that are missing, unknown or of a wrong type: a program in plain JavaScript passes no compiler. The
 * session's own options are checked where it is made.
 * @throws ToolError `INVALID_ARGUMENT` (details: `option`)
 */
export function assertToolsetOptions(options: ToolsetOptions): void {
  if (!isObject(options)) throw faultyOption('options', 'must be an object with dialect and session');
  const { dialect, session, tools, beforeChange } = options;
  if (dialect === undefined) throw faultyOption('dialect', 'is missing');
  if (session === undefined) throw faultyOption('session', 'is missing: give { workdir } or what createSession made');
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((name) => typeof name === 'string')))
    throw faultyOption('tools', 'must be a list of names');
  if (beforeChange !== undefined && typeof beforeChange !== 'function')
    throw faultyOption('beforeChange', 'must be a function');
  for (const name of Object.keys(options)) {
    if (!NAMES.some((known) => known === name))
      throw faultyOption(name, `is no option of a toolset${suggestion(name, NAMES)}`);
  }
}
