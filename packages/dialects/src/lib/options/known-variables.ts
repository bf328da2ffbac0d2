import { ToolError } from '@dragoman/fs-core';
import { suggestion } from '@dragoman/tools/internal/session';
import { OPTIONS } from './option-table.ts';
import { type Environment, variableOf } from './read-table.ts';

// Options of the HTTP server alone. One environment is often that of all programs, so each knows the others' variables.
const HTTP_OPTIONS = [
  'listen',
  'path',
  'public-url',
  'allow-host',
  'allow-origin',
  'principals',
  'token-env',
  'issuer',
  'jwks',
  'no-auth',
  'secret-file',
  'workers',
  'max-sessions',
  'session-idle',
  'call-timeout',
  'max-calls',
  'drain',
  'metrics',
  'metrics-principals',
  'log-format',
];

const KNOWN = [
  ...[...OPTIONS.map(({ name }) => name), ...HTTP_OPTIONS].map(variableOf),
  // Of the command line: what `--verbose` does.
  'DRAGOMAN_LOG',
  // As the documentation calls the variable of `--token-env`.
  'DRAGOMAN_TOKEN',
  // Set in each command that a session runs, in which another server may be started.
  'DRAGOMAN_COMMAND',
];

// Those of the tests, which every program that a test starts inherits, say nothing to any app.
const OWN_PREFIX = /^dragoman[_-](?!TEST_)/i;

// What Kubernetes sets in every pod for a Service whose name begins with `dragoman`.
const SERVICE_LINK =
  /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const SERVICE_URL = /^(?:tcp|udp|sctp):\/\//;

/**
 * Refuses variables of this program's prefix that mean nothing to any of the apps: a rule that is misspelt would silently
 * not hold.
 * @param others names of variables that are no options
 * @throws ToolError `INVALID_ARGUMENT`
 */
export function assertKnownVariables(environment: Environment, others: readonly string[] = []): void {
  const known = [...KNOWN, ...others];
  // On Windows, a variable is read whatever the case of its name.
  const isRead = (name: string): boolean =>
    known.includes(name) || (known.includes(name.toUpperCase()) && environment[name.toUpperCase()] !== undefined);
  const isStray = ([name, value = '']: readonly [string, string | undefined]): boolean =>
    OWN_PREFIX.test(name) && !isRead(name) && !isServiceLink(name, value);
  const [stray] = Object.entries(environment).find(isStray) ?? [];
  if (stray === undefined) return;
  const bare = (name: string): string => name.slice('DRAGOMAN_'.length).toLowerCase();
  const meant = suggestion(bare(stray), known.map(bare), (near) => `DRAGOMAN_${near.toUpperCase()}`);
  const sentence = `Unknown variable ${stray}${meant || '; --help lists the options, each of which is also a variable'}`;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: stray }, sentence);
}

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && SERVICE_URL.test(value));
}
