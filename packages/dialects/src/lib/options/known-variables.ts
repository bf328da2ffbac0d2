import { suggestion, ToolError } from '@dragoman/tools';
import type { Option } from './option-table.ts';
import { type Environment, variableOf } from './read-table.ts';

// Set in each command that a session runs, in which another server may be started.
const COMMAND_MARK = 'DRAGOMAN_COMMAND';

// Those of the tests, which every program that a test starts inherits, say nothing to any app.
const OWN_PREFIX = /^dragoman[_-](?!TEST_)/i;

/**
 * Refuses variables of this program's prefix that mean nothing: a rule that is misspelt would silently not hold.
 * @param others names of variables that are no options
 * @throws ToolError `INVALID_ARGUMENT`
 */
export function assertKnownVariables(
  environment: Environment,
  options: readonly Option[],
  others: readonly string[] = [],
): void {
  const known = [...options.map(({ name }) => variableOf(name)), ...others, COMMAND_MARK];
  // On Windows, a variable is read whatever the case of its name.
  const isRead = (name: string): boolean =>
    known.includes(name) || (known.includes(name.toUpperCase()) && environment[name.toUpperCase()] !== undefined);
  const stray = Object.keys(environment).find((name) => OWN_PREFIX.test(name) && !isRead(name));
  if (stray === undefined) return;
  const bare = (name: string): string => name.slice('DRAGOMAN_'.length).toLowerCase();
  const meant = suggestion(bare(stray), known.map(bare), (near) => `DRAGOMAN_${near.toUpperCase()}`);
  const sentence = `Unknown variable ${stray}${meant || '; --help lists the options, each of which is also a variable'}`;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: stray }, sentence);
}
